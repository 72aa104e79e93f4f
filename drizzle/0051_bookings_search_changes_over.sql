DROP INDEX "bookings_search";--> statement-breakpoint
ALTER INDEX "bookings_search_small" RENAME TO "bookings_search";
