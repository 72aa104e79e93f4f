-- the kinds of history entries are a closed list now (app/domain/booking-events.ts)
UPDATE "booking_events" SET "kind" = 'payment-unfitting' WHERE "kind" = 'payment-refused';--> statement-breakpoint
UPDATE "booking_events" SET "kind" = 'paid' WHERE "kind" = 'booked';
