ALTER TABLE "bookings" ADD COLUMN "desk_returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "till_closings" ADD COLUMN "ends_hour" integer DEFAULT 0 NOT NULL;