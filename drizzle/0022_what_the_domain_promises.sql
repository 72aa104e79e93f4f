ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_kind" CHECK ("booking_events"."kind" in ('held', 'nothing-to-pay', 'staff', 'payment-received', 'desk-payment', 'mail-again', 'payment-unfitting', 'payment-failed', 'paid', 'late-payment', 'order-refused', 'released', 'hold-ended', 'moved', 'edited', 'cancelled', 'refund-started', 'technical-failure', 'refund-failed', 'refund-with-staff', 'refund-again', 'refund-dropped', 'refund-at-provider', 'handed-over', 'dispute', 'dispute-lost', 'dispute-won', 'payment-assigned', 'payment-sent-back', 'money-settled', 'order-asked', 'expected', 'arrived', 'no-show'));--> statement-breakpoint
ALTER TABLE "booking_lines" ADD CONSTRAINT "booking_lines_counts" CHECK ("booking_lines"."position" >= 0 and "booking_lines"."count" >= 0 and "booking_lines"."free_units" >= 0 and "booking_lines"."special_price" >= 0);--> statement-breakpoint
ALTER TABLE "booking_lines" ADD CONSTRAINT "booking_lines_sign" CHECK (case when "booking_lines"."kind"::text in ('coupon', 'reduction') then "booking_lines"."amount" <= 0 else "booking_lines"."amount" >= 0 end);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_amounts" CHECK ("bookings"."extra_person_price" >= 0 and "bookings"."subtotal" >= 0 and "bookings"."total" >= 0 and "bookings"."received" >= 0 and "bookings"."refunded" >= 0);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_coupon_price" CHECK ("bookings"."coupon_price" <= 0);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_people" CHECK ("bookings"."people" >= 1 and "bookings"."min_people" >= 1);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_counts" CHECK ("bookings"."reschedule_count" >= 0 and "bookings"."calendar_sequence" >= 0);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_pay_choice" CHECK ("bookings"."pay_choice" in ('advance', 'full'));--> statement-breakpoint
ALTER TABLE "catalogue_items" ADD CONSTRAINT "catalogue_items_prices" CHECK ("catalogue_items"."price" >= 0 and "catalogue_items"."special_price" >= 0);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_discount" CHECK ("coupons"."discount" >= 0);--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_percentage" CHECK ("coupons"."type" <> 'percentage' or "coupons"."discount" <= 10000);--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount" >= 1);--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_counts" CHECK ("payment_attempts"."checks" >= 0 and "payment_attempts"."silences" >= 0 and "payment_attempts"."refusals" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 1);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charge" CHECK ("payments"."fee" >= 0 and "payments"."tax" >= 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" >= 1);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_counts" CHECK ("refunds"."attempts" >= 0 and "refunds"."failures" >= 0 and "refunds"."silences" >= 0);--> statement-breakpoint
ALTER TABLE "package_prices" ADD CONSTRAINT "package_prices_price" CHECK ("package_prices"."price" >= 0);--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_price" CHECK ("packages"."price" >= 0);--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_extra_person_price" CHECK ("screens"."extra_person_price" >= 0);