CREATE TABLE "money_requests" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"up_to" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"remind_at" timestamp with time zone,
	CONSTRAINT "money_requests_up_to" CHECK ("money_requests"."up_to" >= 1)
);
--> statement-breakpoint
ALTER TABLE "booking_events" DROP CONSTRAINT "booking_events_kind";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind";--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_purpose";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_purpose";--> statement-breakpoint
ALTER TABLE "money_requests" ADD CONSTRAINT "money_requests_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_requests_remind" ON "money_requests" USING btree ("remind_at") WHERE remind_at is not null;--> statement-breakpoint
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('held', 'nothing-to-pay', 'staff', 'payment-received', 'desk-payment', 'money-asked', 'hold-extended', 'mail-again', 'payment-unfitting', 'payment-failed', 'paid', 'late-payment', 'order-refused', 'released', 'hold-ended', 'moved', 'edited', 'cancelled', 'refund-started', 'technical-failure', 'refund-failed', 'refund-with-staff', 'refund-again', 'refund-dropped', 'refund-at-provider', 'handed-over', 'dispute', 'dispute-lost', 'dispute-won', 'payment-assigned', 'payment-sent-back', 'money-settled', 'order-asked', 'expected', 'arrived', 'no-show', 'texts-confirmed', 'texts-changed', 'prepared', 'not-prepared'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" in ('confirmation', 'rescheduled', 'edited', 'cancelled', 'payment-returned', 'slot-lost', 'technical-failure', 'money-asked', 'money-reminder', 'details', 'password-reset', 'account-news', 'contact-message', 'found-bookings', 'unknown-money', 'refund-overdue', 'refund-with-staff', 'open-money', 'dispute'));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_purpose" CHECK ("payment_attempts"."purpose" in ('advance', 'full', 'balance', 'asked'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purpose" CHECK ("payments"."purpose" in ('advance', 'full', 'balance', 'asked', 'none'));