ALTER TABLE "bookings" DROP CONSTRAINT "bookings_people";--> statement-breakpoint
ALTER TABLE "screens" DROP CONSTRAINT "screens_people";--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_people" CHECK ("bookings"."people" >= 1 and "bookings"."min_people" >= 0);--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_people" CHECK ("screens"."min_people" >= 0 and "screens"."min_people" <= "screens"."capacity");