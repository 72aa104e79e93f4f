-- True of all that are there without writing them anew; the next file tells apart those that never stood.
ALTER TABLE "bookings" ADD COLUMN "was_booked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "was_booked" SET DEFAULT false;--> statement-breakpoint
-- By a trigger, so that no way of writing a booking forgets it.
CREATE FUNCTION remember_booked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.was_booked := true;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_remember_booked BEFORE INSERT OR UPDATE OF status ON bookings
  FOR EACH ROW WHEN (new.status = 'booked') EXECUTE FUNCTION remember_booked();
