ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind";--> statement-breakpoint
-- that a refund could not be sent was a letter of money that goes back
UPDATE "outbox" SET "kind" = 'refund-not-sent',
  "payload" = ("payload" - 'notSent') || jsonb_build_object('refundId', "payload" ->> 'notSent'),
  "dedupe_key" = regexp_replace("dedupe_key", '^payment-returned:not-sent:(.*)$', 'refund-not-sent:\1:0')
WHERE "kind" = 'payment-returned' AND "payload" ->> 'notSent' IS NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" in ('confirmation', 'rescheduled', 'edited', 'cancelled', 'payment-returned', 'refund-not-sent', 'slot-lost', 'technical-failure', 'money-asked', 'money-reminder', 'details', 'reminder', 'due-at-door', 'money-received', 'thank-you', 'password-reset', 'account-news', 'contact-message', 'found-bookings', 'booking-links', 'unknown-money', 'refund-overdue', 'refund-with-staff', 'open-money', 'dispute'));