ALTER TABLE "payments" ADD COLUMN "location_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "location_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- By a trigger, so that no way of moving a booking forgets it. What is taken or paid out after the move is of the new place.
CREATE FUNCTION leave_money_where_it_was() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments SET location_id = old.location_id WHERE booking_id = new.id AND location_id IS NULL;
  UPDATE refunds SET location_id = old.location_id
    WHERE booking_id = new.id AND location_id IS NULL AND settled_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_leave_money_where_it_was AFTER UPDATE OF location_id ON bookings
  FOR EACH ROW WHEN (old.location_id IS NOT NULL AND old.location_id IS DISTINCT FROM new.location_id)
  EXECUTE FUNCTION leave_money_where_it_was();
