CREATE TABLE "money_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"provider_order_id" text,
	"booking_id" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"fee" integer,
	"tax" integer,
	"detail" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"respond_by" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"outcome" text,
	"settled_by" text,
	"settled_note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "money_cases" ADD CONSTRAINT "money_cases_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "money_cases_reference" ON "money_cases" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "money_cases_open" ON "money_cases" USING btree ("opened_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "money_cases_booking" ON "money_cases" USING btree ("booking_id");