CREATE TABLE "internal_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"booking_id" text,
	"customer_id" text,
	"text" text NOT NULL,
	"asks_approval" boolean DEFAULT false NOT NULL,
	"written_by" text NOT NULL,
	"written_by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "internal_notes_about" CHECK (("internal_notes"."booking_id" is null) <> ("internal_notes"."customer_id" is null)),
	CONSTRAINT "internal_notes_approval" CHECK (not "internal_notes"."asks_approval" or "internal_notes"."customer_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "internal_notes_booking" ON "internal_notes" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "internal_notes_customer" ON "internal_notes" USING btree ("customer_id");