CREATE INDEX "bookings_changed" ON "bookings" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_unanswered" ON "payment_attempts" USING btree ("created_at") WHERE status = 'ordered' and (refusals > 0 or silences > 5);--> statement-breakpoint
CREATE INDEX "payments_changed" ON "payments" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "refunds_dropped" ON "refunds" USING btree ("updated_at") WHERE status = 'dropped';