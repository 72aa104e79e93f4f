-- Letters older than a month were emptied altogether, and stood on no booking any more: whose they are is in their keys.
UPDATE "outbox" AS o SET "payload" = jsonb_build_object('bookingId', b."id")
FROM "bookings" AS b
WHERE o."payload" = '{}'::jsonb AND o."sent_at" IS NOT NULL AND b."customer_number" <> ''
  AND b."id" = split_part(o."dedupe_key", ':', 2);--> statement-breakpoint
UPDATE "outbox" AS o SET "payload" = jsonb_build_object('bookingId', b."id")
FROM "payments" AS p JOIN "bookings" AS b ON b."id" = p."booking_id"
WHERE o."payload" = '{}'::jsonb AND o."sent_at" IS NOT NULL AND b."customer_number" <> ''
  AND o."kind" IN ('money-received', 'payment-returned', 'slot-lost') AND p."id" = split_part(o."dedupe_key", ':', 2);--> statement-breakpoint
UPDATE "outbox" AS o SET "payload" = jsonb_build_object('bookingId', first."payload" -> 'bookingId')
FROM "outbox" AS first
WHERE o."payload" = '{}'::jsonb AND o."sent_at" IS NOT NULL AND starts_with(o."dedupe_key", 'again:')
  AND first."id" = split_part(o."dedupe_key", ':', 2) AND first."payload" ->> 'bookingId' IS NOT NULL;
