-- A hold that staff deleted counted as a cancelled booking in the dashboard's figures; it counts as one that ran out
-- (app/domain/booking-status.ts, rule E26).
CREATE FUNCTION booking_counts_as(status booking_status, was_booked boolean) RETURNS booking_status LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'cancelled' AND NOT was_booked THEN 'expired'::booking_status ELSE status END
$$;--> statement-breakpoint
-- The new trigger keeps writers from the table until the figures below are corrected; it can be read until the old indexes go.
CREATE OR REPLACE TRIGGER "bookings_note_figures" AFTER UPDATE OF visit_date, location_id, status, was_booked, total, received, refunded ON "bookings"
  FOR EACH ROW WHEN ((old.visit_date, old.location_id, old.status, old.was_booked, old.total, old.received, old.refunded)
    IS DISTINCT FROM (new.visit_date, new.location_id, new.status, new.was_booked, new.total, new.received, new.refunded))
  EXECUTE FUNCTION note_booking_figures();--> statement-breakpoint
INSERT INTO "booking_figure_changes"
  SELECT f.month, f.location_id, f.status, sum(f.bookings), sum(f.income), sum(f.pending), sum(f.kept), sum(f.refunded)
  FROM "bookings" b CROSS JOIN LATERAL booking_figures_of(b, -1) f
  WHERE b.status = 'cancelled' AND NOT b.was_booked GROUP BY f.month, f.location_id, f.status;--> statement-breakpoint
CREATE OR REPLACE FUNCTION booking_figures_of(b bookings, sign integer) RETURNS SETOF booking_figure_changes LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('month', b.visit_date::timestamp)::date, coalesce(b.location_id, ''),
    booking_counts_as(b.status, b.was_booked), sign,
    sign * booking_income(b.status, b.total, b.received, b.refunded),
    sign * booking_pending(b.status, b.total, b.received, b.refunded),
    sign * (b.received - b.refunded)::bigint, sign * b.refunded::bigint
$$;--> statement-breakpoint
INSERT INTO "booking_figure_changes"
  SELECT f.month, f.location_id, f.status, sum(f.bookings), sum(f.income), sum(f.pending), sum(f.kept), sum(f.refunded)
  FROM "bookings" b CROSS JOIN LATERAL booking_figures_of(b, 1) f
  WHERE b.status = 'cancelled' AND NOT b.was_booked GROUP BY f.month, f.location_id, f.status;--> statement-breakpoint
CREATE INDEX "bookings_created_as" ON "bookings" USING btree ("created_at","id","status","was_booked","location_id");--> statement-breakpoint
CREATE INDEX "bookings_figures_as" ON "bookings" USING btree ("visit_date","location_id","status","was_booked","total","received","refunded");--> statement-breakpoint
DROP INDEX "bookings_created";--> statement-breakpoint
DROP INDEX "bookings_figures";--> statement-breakpoint
ALTER INDEX "bookings_created_as" RENAME TO "bookings_created";--> statement-breakpoint
ALTER INDEX "bookings_figures_as" RENAME TO "bookings_figures";
