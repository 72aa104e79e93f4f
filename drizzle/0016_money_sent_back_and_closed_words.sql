ALTER TABLE "payments" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "money_cases_payment" ON "money_cases" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE INDEX "outbox_booking" ON "outbox" USING btree ((payload ->> 'bookingId'));--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_kind" CHECK ("money_cases"."kind" in ('unknown-payment', 'unfitting-payment', 'dispute'));--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_outcome" CHECK ("money_cases"."outcome" in ('assigned', 'sent-back', 'outside', 'closed', 'lost'));--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_dispute_status" CHECK ("money_cases"."dispute_status" in ('open', 'under_review', 'won', 'lost', 'closed', 'unknown'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" in ('confirmation', 'rescheduled', 'edited', 'cancelled', 'payment-returned', 'technical-failure', 'password-reset', 'account-news', 'contact-message', 'unknown-money', 'refund-overdue', 'refund-with-staff', 'open-money', 'dispute'));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_purpose" CHECK ("payment_attempts"."purpose" in ('advance', 'full', 'balance'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purpose" CHECK ("payments"."purpose" in ('advance', 'full', 'balance', 'none'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_whose" CHECK (("payments"."booking_id" is null) = ("payments"."purpose" = 'none'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_origin" CHECK ("refunds"."origin" in ('ours', 'provider', 'dispute'));