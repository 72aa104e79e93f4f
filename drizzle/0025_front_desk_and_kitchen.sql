-- a new type, since rows may not use a word of an enum in the transaction that adds it, and a backup comes back in one
ALTER TYPE "public"."staff_role" RENAME TO "staff_role_before";--> statement-breakpoint
CREATE TYPE "public"."staff_role" AS ENUM('super-admin', 'location-admin', 'front-desk', 'kitchen');--> statement-breakpoint
ALTER TABLE "staff" ALTER COLUMN "role" TYPE "public"."staff_role" USING "role"::text::"public"."staff_role";--> statement-breakpoint
DROP TYPE "public"."staff_role_before";
