-- what staff typed at a hand-over or a settlement stayed in the history of people who were erased (0010-what-is-kept-about-people)
UPDATE "booking_events" SET "detail" = "detail" - 'note'
FROM "bookings"
WHERE "bookings"."id" = "booking_events"."booking_id" AND "booking_events"."detail" ? 'note'
AND "bookings"."customer_name" = 'Removed' AND "bookings"."customer_email" = '' AND "bookings"."customer_number" = '';
