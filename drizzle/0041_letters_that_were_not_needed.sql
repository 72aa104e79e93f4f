ALTER TABLE "letter_switches" DROP CONSTRAINT "letter_switches_kind";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "not_needed" text;--> statement-breakpoint
ALTER TABLE "letter_switches" ADD CONSTRAINT "letter_switches_kind" CHECK ("letter_switches"."kind" in ('reminder', 'due-at-door', 'money-received', 'money-asked', 'thank-you'));