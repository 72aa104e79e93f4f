CREATE INDEX "bookings_coupon" ON "bookings" USING btree ("coupon_code") WHERE coupon_code is not null;--> statement-breakpoint
CREATE INDEX "tax_documents_date" ON "tax_documents" USING btree ("date","number");--> statement-breakpoint
CREATE INDEX "tax_documents_cancelled" ON "tax_documents" USING btree ("cancelled_at") WHERE cancelled_at is not null;