CREATE TABLE "till_closings" (
	"id" text PRIMARY KEY NOT NULL,
	"location_id" text,
	"location_name" text NOT NULL,
	"date" date NOT NULL,
	"opening_float" integer NOT NULL,
	"expected" integer NOT NULL,
	"counted" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"sums" jsonb NOT NULL,
	"closed_by" text NOT NULL,
	"closed_by_name" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "till_corrections" (
	"id" text PRIMARY KEY NOT NULL,
	"closing_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"entered_by" text NOT NULL,
	"entered_by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "till_closings" ADD CONSTRAINT "till_closings_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_corrections" ADD CONSTRAINT "till_corrections_closing_id_till_closings_id_fk" FOREIGN KEY ("closing_id") REFERENCES "public"."till_closings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "till_closings_day" ON "till_closings" USING btree ("location_id","date");--> statement-breakpoint
CREATE INDEX "till_corrections_closing" ON "till_corrections" USING btree ("closing_id","at");