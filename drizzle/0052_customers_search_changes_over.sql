DROP INDEX "customers_search";--> statement-breakpoint
ALTER INDEX "customers_search_small" RENAME TO "customers_search";
