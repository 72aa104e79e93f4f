CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_over" ON "idempotency_keys" USING btree ("ends_at");