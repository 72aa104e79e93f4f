CREATE TABLE "letter_switches" (
	"kind" text PRIMARY KEY NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "letter_switches_kind" CHECK ("letter_switches"."kind" in ('reminder', 'due-at-door', 'money-received', 'thank-you'))
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" in ('confirmation', 'rescheduled', 'edited', 'cancelled', 'payment-returned', 'slot-lost', 'technical-failure', 'money-asked', 'money-reminder', 'details', 'reminder', 'due-at-door', 'money-received', 'thank-you', 'password-reset', 'account-news', 'contact-message', 'found-bookings', 'unknown-money', 'refund-overdue', 'refund-with-staff', 'open-money', 'dispute'));