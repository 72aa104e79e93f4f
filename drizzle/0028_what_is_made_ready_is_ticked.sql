CREATE TABLE "prep_ticks" (
	"id" text PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"item" text NOT NULL,
	"made" text NOT NULL,
	"ticked_by" text NOT NULL,
	"ticked_by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
ALTER TABLE "prep_ticks" ADD CONSTRAINT "prep_ticks_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prep_ticks_item" ON "prep_ticks" USING btree ("booking_id","item");--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('held', 'nothing-to-pay', 'staff', 'payment-received', 'desk-payment', 'mail-again', 'payment-unfitting', 'payment-failed', 'paid', 'late-payment', 'order-refused', 'released', 'hold-ended', 'moved', 'edited', 'cancelled', 'refund-started', 'technical-failure', 'refund-failed', 'refund-with-staff', 'refund-again', 'refund-dropped', 'refund-at-provider', 'handed-over', 'dispute', 'dispute-lost', 'dispute-won', 'payment-assigned', 'payment-sent-back', 'money-settled', 'order-asked', 'expected', 'arrived', 'no-show', 'prepared', 'not-prepared'));