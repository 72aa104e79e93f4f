-- a new type, since rows may not use a word of an enum in the transaction that adds it, and a backup comes back in one
ALTER TYPE "public"."line_kind" RENAME TO "line_kind_before";--> statement-breakpoint
CREATE TYPE "public"."line_kind" AS ENUM('package', 'occasion', 'addon', 'led-lettering', 'extra-persons', 'cake', 'gift', 'coupon', 'reduction');--> statement-breakpoint
ALTER TABLE "booking_lines" ALTER COLUMN "kind" TYPE "public"."line_kind" USING "kind"::text::"public"."line_kind";--> statement-breakpoint
DROP TYPE "public"."line_kind_before";
