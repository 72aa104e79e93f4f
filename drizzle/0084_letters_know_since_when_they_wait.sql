ALTER TABLE "outbox" ADD COLUMN "unreached_since" timestamp with time zone;--> statement-breakpoint
UPDATE "outbox" SET "unreached_since" = "unreached_at" WHERE "sent_at" IS NULL AND "unreached_at" IS NOT NULL;
