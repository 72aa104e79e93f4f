CREATE TABLE "staff_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"booking_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"content" jsonb NOT NULL,
	"trail" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_drafts" ADD CONSTRAINT "staff_drafts_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_drafts" ADD CONSTRAINT "staff_drafts_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_drafts_of_booking" ON "staff_drafts" USING btree ("staff_id","booking_id");--> statement-breakpoint
CREATE INDEX "staff_drafts_kept_at" ON "staff_drafts" USING btree ("kept_at");--> statement-breakpoint
ALTER TABLE "staff_sessions" DROP COLUMN "edit_draft";