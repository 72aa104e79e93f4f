ALTER TABLE "reviews" ADD COLUMN "visit_date" date;--> statement-breakpoint
-- Where the booking has been moved since, the evening was at the latest on the day when its family wrote of it. Without reviews nothing is
-- written at all: also of no row a statement says that what is on offer has changed, and a new database would not be empty.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "reviews") THEN
    UPDATE "reviews" AS r SET "visit_date" = least(b."visit_date", (r."created_at" AT TIME ZONE 'Asia/Kolkata')::date)
    FROM "bookings" AS b WHERE b."id" = r."booking_id";
  END IF;
END $$;
