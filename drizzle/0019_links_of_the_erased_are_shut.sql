-- people who were erased before their links were shut with them (0010-what-is-kept-about-people)
UPDATE "bookings" SET "link_token" = gen_random_uuid()::text
WHERE "customer_name" = 'Removed' AND "customer_email" = '' AND "customer_number" = '';
