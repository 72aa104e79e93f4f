-- no version wrote either word; a row that has one all the same counted for nothing, and goes on doing so
UPDATE "payments" SET "status" = 'captured', "voided_at" = coalesce("voided_at", now()) WHERE "status" IN ('authorized', 'failed');--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "status" SET DATA TYPE text;--> statement-breakpoint
DROP TYPE "public"."payment_status";--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('captured', 'refunded');--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "status" SET DATA TYPE "public"."payment_status" USING "status"::"public"."payment_status";