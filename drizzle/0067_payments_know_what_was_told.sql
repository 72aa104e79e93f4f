ALTER TABLE "payments" ADD COLUMN "told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_told" CHECK ("payments"."told" between 0 and "payments"."amount");--> statement-breakpoint
-- Whoever has had letters was told by the last of them what had been received when it went. Of what is struck out that counts only where the
-- letter that takes it back is still to go.
UPDATE "payments" AS p SET "told" = p."amount" FROM (
  SELECT "payload" ->> 'bookingId' AS "id", max("sent_at") FILTER (WHERE "not_needed" IS NULL
    AND "kind" NOT IN ('cancelled', 'slot-lost', 'thank-you')) AS "at", bool_or("sent_at" IS NULL AND "payload" ->> 'less' IS NOT NULL) AS "open"
  FROM "outbox" WHERE "payload" ->> 'bookingId' IS NOT NULL GROUP BY 1
) AS l WHERE p."booking_id" = l."id" AND p."received_at" <= l."at" AND p."status"::text IN ('captured', 'refunded')
  AND (p."voided_at" IS NULL OR (l."open" AND p."voided_at" > l."at"));
