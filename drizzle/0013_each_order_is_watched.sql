DROP INDEX "payment_attempts_open";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "silences" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempts_next" ON "payment_attempts" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
UPDATE "payment_attempts" SET "next_check_at" = now() WHERE "provider_order_id" IS NOT NULL AND "created_at" > now() - interval '6 days';
