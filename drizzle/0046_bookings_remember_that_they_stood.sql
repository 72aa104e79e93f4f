ALTER TABLE "bookings" ADD COLUMN "was_booked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "bookings" SET "was_booked" = true WHERE "status" = 'booked' OR EXISTS (
  SELECT 1 FROM "booking_events" e WHERE e.booking_id = "bookings"."id" AND e.to_status = 'booked'
);--> statement-breakpoint
-- By a trigger, so that no way of writing a booking forgets it.
CREATE FUNCTION remember_booked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.was_booked := true;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_remember_booked BEFORE INSERT OR UPDATE OF status ON bookings
  FOR EACH ROW WHEN (new.status = 'booked') EXECUTE FUNCTION remember_booked();--> statement-breakpoint
CREATE INDEX "bookings_overpaid" ON "bookings" USING btree ("location_id") WHERE received - refunded > case when status in ('expired', 'cancelled') and not was_booked then 0 else total end;
