CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "booking_figure_changes" (
	"month" date NOT NULL,
	"location_id" text NOT NULL,
	"status" "booking_status" NOT NULL,
	"bookings" integer NOT NULL,
	"income" bigint NOT NULL,
	"pending" bigint NOT NULL,
	"kept" bigint NOT NULL,
	"refunded" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_figures" (
	"month" date NOT NULL,
	"location_id" text NOT NULL,
	"status" "booking_status" NOT NULL,
	"bookings" integer NOT NULL,
	"income" bigint NOT NULL,
	"pending" bigint NOT NULL,
	"kept" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "booking_figures_month_location_id_status_pk" PRIMARY KEY("month","location_id","status")
);
--> statement-breakpoint
DROP INDEX "bookings_created";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What a booking received and gave back follows its rows (app/domain/ledger.ts). The difference is added, so that two
-- who write for one booking at once both count.
CREATE OR REPLACE FUNCTION add_to_booking_money(of_booking text, in_payments integer, in_refunds integer) RETURNS void LANGUAGE sql AS $$
  UPDATE bookings SET received = received + in_payments, refunded = refunded + in_refunds
  WHERE id = of_booking AND (in_payments <> 0 OR in_refunds <> 0)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION payment_counts(row_of payments) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN row_of.voided_at IS NULL AND row_of.status IN ('captured', 'refunded') THEN row_of.amount ELSE 0 END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refund_counts(row_of refunds) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN row_of.status = 'dropped' THEN 0 ELSE row_of.amount END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_received() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old.booking_id IS NOT DISTINCT FROM new.booking_id THEN
    IF payment_counts(new) <> payment_counts(old) THEN
      PERFORM add_to_booking_money(new.booking_id, payment_counts(new) - payment_counts(old), 0);
    END IF;
    RETURN NULL;
  END IF;
  IF tg_op <> 'INSERT' THEN PERFORM add_to_booking_money(old.booking_id, -payment_counts(old), 0); END IF;
  IF tg_op <> 'DELETE' THEN PERFORM add_to_booking_money(new.booking_id, payment_counts(new), 0); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_refunded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old.booking_id IS NOT DISTINCT FROM new.booking_id THEN
    IF refund_counts(new) <> refund_counts(old) THEN
      PERFORM add_to_booking_money(new.booking_id, 0, refund_counts(new) - refund_counts(old));
    END IF;
    RETURN NULL;
  END IF;
  IF tg_op <> 'INSERT' THEN PERFORM add_to_booking_money(old.booking_id, 0, -refund_counts(old)); END IF;
  IF tg_op <> 'DELETE' THEN PERFORM add_to_booking_money(new.booking_id, 0, refund_counts(new)); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- What a booking brings in, and what remains of it (app/domain/ledger.ts, rule M15).
CREATE OR REPLACE FUNCTION booking_income(status booking_status, total integer, received integer, refunded integer)
  RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE WHEN status IN ('pending', 'booked') THEN total ELSE greatest(0, received - refunded) END)::bigint
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION booking_pending(status booking_status, total integer, received integer, refunded integer)
  RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE WHEN status IN ('pending', 'booked') THEN greatest(0, total - received + refunded) ELSE 0 END)::bigint
$$;--> statement-breakpoint
-- What one booking adds to the figures of its month.
CREATE OR REPLACE FUNCTION booking_figures_of(b bookings, sign integer) RETURNS SETOF booking_figure_changes LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('month', b.visit_date::timestamp)::date, coalesce(b.location_id, ''), b.status, sign,
    sign * booking_income(b.status, b.total, b.received, b.refunded),
    sign * booking_pending(b.status, b.total, b.received, b.refunded),
    sign * (b.received - b.refunded)::bigint, sign * b.refunded::bigint
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_booking_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN INSERT INTO booking_figure_changes SELECT * FROM booking_figures_of(old, -1); END IF;
  IF tg_op <> 'DELETE' THEN INSERT INTO booking_figure_changes SELECT * FROM booking_figures_of(new, 1); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE bookings SET received = paid.amount FROM (
  SELECT booking_id, sum(payment_counts(payments)) AS amount FROM payments WHERE booking_id IS NOT NULL GROUP BY booking_id
) paid WHERE paid.booking_id = bookings.id AND paid.amount <> 0;--> statement-breakpoint
UPDATE bookings SET refunded = given.amount FROM (
  SELECT booking_id, sum(refund_counts(refunds)) AS amount FROM refunds WHERE booking_id IS NOT NULL GROUP BY booking_id
) given WHERE given.booking_id = bookings.id AND given.amount <> 0;--> statement-breakpoint
INSERT INTO booking_figures
  SELECT f.month, f.location_id, f.status, sum(f.bookings), sum(f.income), sum(f.pending), sum(f.kept), sum(f.refunded)
  FROM bookings b CROSS JOIN LATERAL booking_figures_of(b, 1) f GROUP BY f.month, f.location_id, f.status;--> statement-breakpoint
CREATE TRIGGER payments_keep_received AFTER INSERT OR UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION keep_received();--> statement-breakpoint
CREATE TRIGGER refunds_keep_refunded AFTER INSERT OR UPDATE OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION keep_refunded();--> statement-breakpoint
CREATE TRIGGER bookings_note_new_figures AFTER INSERT OR DELETE ON bookings
  FOR EACH ROW EXECUTE FUNCTION note_booking_figures();--> statement-breakpoint
CREATE TRIGGER bookings_note_figures AFTER UPDATE OF visit_date, location_id, status, total, received, refunded ON bookings
  FOR EACH ROW WHEN ((old.visit_date, old.location_id, old.status, old.total, old.received, old.refunded)
    IS DISTINCT FROM (new.visit_date, new.location_id, new.status, new.total, new.received, new.refunded))
  EXECUTE FUNCTION note_booking_figures();--> statement-breakpoint
CREATE INDEX "bookings_figures" ON "bookings" USING btree ("visit_date","location_id","status","total","received","refunded");--> statement-breakpoint
CREATE INDEX "bookings_search" ON "bookings" USING gin (("code" || ' ' || "customer_name" || ' ' || "customer_email" || ' ' || "customer_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin (("name" || ' ' || "email" || ' ' || "number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bookings_created" ON "bookings" USING btree ("created_at","id","status","location_id");
