CREATE TABLE "books_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"wrong" jsonb NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "books_checks_at" ON "books_checks" USING btree ("at");