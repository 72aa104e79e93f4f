-- Of a hundred sampled texts none may hold what is searched for although thousands of bookings do; all of them were then fetched
-- to find the ten newest (8.7 s at a million bookings, and the page was given up).
ALTER INDEX "bookings_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ALTER INDEX "customers_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ANALYZE "bookings";--> statement-breakpoint
ANALYZE "customers";
