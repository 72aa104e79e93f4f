-- One screen, one time, one party: the guard that no code path can walk around (rule S1).
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_no_overlap"
  EXCLUDE USING gist ("screen_id" WITH =, "during" WITH &&) WHERE ("status" IN ('pending', 'booked'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_during_not_empty" CHECK (NOT isempty("during"));
