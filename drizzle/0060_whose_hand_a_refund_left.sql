ALTER TABLE "refunds" ADD COLUMN "settled_by_id" text;--> statement-breakpoint
UPDATE "refunds" SET "settled_by_id" = (SELECT min("id") FROM "staff" WHERE "staff"."name" = "refunds"."settled_by")
WHERE (SELECT count(*) FROM "staff" WHERE "staff"."name" = "refunds"."settled_by") = 1;
