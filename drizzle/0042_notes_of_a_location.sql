ALTER TABLE "internal_notes" ADD COLUMN "location_id" text;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "internal_notes" AS "note" SET "location_id" = coalesce(
	(SELECT "location_id" FROM "bookings" WHERE "bookings"."id" = "note"."booking_id"),
	(SELECT "location_id" FROM "staff" WHERE "staff"."id" = "note"."written_by"),
	(SELECT "location_id" FROM "bookings" WHERE "bookings"."customer_id" = "note"."customer_id" ORDER BY "created_at" DESC LIMIT 1)
);
