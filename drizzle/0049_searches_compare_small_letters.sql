-- A comparison that heeds no letter's size puts both texts into small letters each time, also for each of the thousand sampled
-- texts while a search is planned. Both are in small letters beforehand now.
DROP INDEX "bookings_search";--> statement-breakpoint
DROP INDEX "customers_search";--> statement-breakpoint
CREATE INDEX "bookings_search" ON "bookings" USING gin ((lower("code" || ' ' || "customer_name" || ' ' || "customer_email" || ' ' || "customer_number")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ((lower("name" || ' ' || "email" || ' ' || "number")) gin_trgm_ops);--> statement-breakpoint
ALTER INDEX "bookings_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ALTER INDEX "customers_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ANALYZE "bookings";--> statement-breakpoint
ANALYZE "customers";
