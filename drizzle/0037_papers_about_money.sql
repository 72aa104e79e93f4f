CREATE TABLE "document_series" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"kind" text NOT NULL,
	"year" text NOT NULL,
	"prefix" text NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_series_kind" CHECK ("document_series"."kind" in ('receipt', 'refund', 'invoice')),
	CONSTRAINT "document_series_last" CHECK ("document_series"."last" between 0 and 99999)
);
--> statement-breakpoint
CREATE TABLE "tax_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"series_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"date" date NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"booking_id" text NOT NULL,
	"payment_id" text,
	"refund_id" text,
	"total" integer NOT NULL,
	"content" jsonb NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	CONSTRAINT "tax_documents_kind" CHECK ("tax_documents"."kind" in ('receipt', 'refund', 'invoice')),
	CONSTRAINT "tax_documents_total" CHECK ("tax_documents"."total" >= 1),
	CONSTRAINT "tax_documents_length" CHECK (length("tax_documents"."number") <= 16)
);
--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_series_id_document_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."document_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_series_place" ON "document_series" USING btree ("place","kind","year");--> statement-breakpoint
CREATE UNIQUE INDEX "document_series_prefix" ON "document_series" USING btree ("prefix","kind","year");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_number" ON "tax_documents" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_sequence" ON "tax_documents" USING btree ("series_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_payment" ON "tax_documents" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_refund" ON "tax_documents" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_invoice" ON "tax_documents" USING btree ("booking_id") WHERE kind = 'invoice' and cancelled_at is null;--> statement-breakpoint
CREATE INDEX "tax_documents_booking" ON "tax_documents" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "refunds_settled" ON "refunds" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
-- a paper stays as it was issued: it may be cancelled, and its buyer forgotten
CREATE FUNCTION tax_documents_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a paper about money is never deleted';
  END IF;
  IF (to_jsonb(NEW) - 'content' - 'cancelled_at' - 'cancel_reason')
       IS DISTINCT FROM (to_jsonb(OLD) - 'content' - 'cancelled_at' - 'cancel_reason')
     OR (NEW.content - 'buyer') IS DISTINCT FROM (OLD.content - 'buyer')
     OR (NEW.content ? 'buyer' AND NEW.content IS DISTINCT FROM OLD.content)
     OR (OLD.cancelled_at IS NOT NULL AND NEW.cancelled_at IS DISTINCT FROM OLD.cancelled_at) THEN
    RAISE EXCEPTION 'a paper about money is never changed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tax_documents_stay BEFORE UPDATE OR DELETE ON tax_documents FOR EACH ROW EXECUTE FUNCTION tax_documents_stay();
