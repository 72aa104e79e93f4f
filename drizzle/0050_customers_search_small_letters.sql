CREATE INDEX "customers_search_small" ON "customers" USING gin ((lower("name" || ' ' || "email" || ' ' || "number")) gin_trgm_ops);--> statement-breakpoint
ALTER INDEX "customers_search_small" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ANALYZE "customers";
