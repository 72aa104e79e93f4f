CREATE TABLE "shared_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"owner_key" text NOT NULL,
	"plan" jsonb NOT NULL,
	"total" integer NOT NULL,
	"items" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "shared_plans_token" ON "shared_plans" USING btree ("token");--> statement-breakpoint
CREATE INDEX "shared_plans_ends" ON "shared_plans" USING btree ("ends_at");