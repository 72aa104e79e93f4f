-- In a transaction of its own: adding the column has kept everybody from the table.
UPDATE "bookings" SET "was_booked" = false WHERE "status" <> 'booked' AND NOT EXISTS (
  SELECT 1 FROM "booking_events" e WHERE e.booking_id = "bookings"."id" AND e.to_status = 'booked'
);--> statement-breakpoint
CREATE INDEX "bookings_overpaid" ON "bookings" USING btree ("location_id") WHERE received - refunded > case when status in ('expired', 'cancelled') and not was_booked then 0 else total end;
