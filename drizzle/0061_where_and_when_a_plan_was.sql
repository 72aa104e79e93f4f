ALTER TABLE "shared_plans" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "shared_plans" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "shared_plans" ADD COLUMN "attempt_id" text;