CREATE TABLE "refund_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"refund_id" text NOT NULL,
	"location_id" text,
	"amount" integer NOT NULL,
	"paid_out_at" timestamp with time zone NOT NULL,
	"came_back_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_reversals_amount" CHECK ("refund_reversals"."amount" >= 1)
);
--> statement-breakpoint
ALTER TABLE "refund_reversals" ADD CONSTRAINT "refund_reversals_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_reversals" ADD CONSTRAINT "refund_reversals_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_reversals_refund" ON "refund_reversals" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_reversals_paid_out" ON "refund_reversals" USING btree ("paid_out_at");--> statement-breakpoint
CREATE INDEX "refund_reversals_came_back" ON "refund_reversals" USING btree ("came_back_at");