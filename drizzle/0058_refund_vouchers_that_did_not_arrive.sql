DROP INDEX "tax_documents_refund";--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_refund" ON "tax_documents" USING btree ("refund_id") WHERE cancelled_at is null;