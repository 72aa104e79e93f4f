DROP INDEX "payment_attempts_unordered";--> statement-breakpoint
DROP INDEX "payment_attempts_begun";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "order_tried_at" timestamp with time zone;--> statement-breakpoint
-- as well as it is known
UPDATE "payment_attempts" SET "order_tried_at" = greatest("created_at", "pressed_at") WHERE "provider_order_id" is not null or "last_error" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_unordered" ON "payment_attempts" USING btree ("order_tried_at") WHERE provider_order_id is null;--> statement-breakpoint
CREATE INDEX "payment_attempts_begun" ON "payment_attempts" USING btree ("order_tried_at") WHERE provider_order_id is not null;
