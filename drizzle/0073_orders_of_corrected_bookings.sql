-- Bookings that an older program corrected: its first order still handed their new link to who had made them, and before attempts had
-- their names taken, so did the attempt (rule D5). Both are mended as an edit does it by now.
UPDATE "bookings" SET "attempt_id" = "attempt_id" || '-' || "id"
WHERE right("attempt_id", length("id") + 1) <> '-' || "id"
AND EXISTS (SELECT FROM "booking_events" AS e WHERE e."booking_id" = "bookings"."id" AND e."kind" = 'link-renewed');--> statement-breakpoint
UPDATE "payment_attempts" AS p SET "token" = left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40)
FROM "bookings" AS b WHERE b."id" = p."booking_id" AND right(b."attempt_id", length(b."id") + 1) = '-' || b."id";
