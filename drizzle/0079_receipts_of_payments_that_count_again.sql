DROP INDEX "tax_documents_payment";--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_payment" ON "tax_documents" USING btree ("payment_id") WHERE cancelled_at is null;