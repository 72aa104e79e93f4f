CREATE TABLE "refund_tries" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"refund_id" text NOT NULL,
	"provider_refund_id" text,
	"amount" integer NOT NULL,
	"error" text,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "refunds_open";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "status" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "status" SET DEFAULT 'queued';--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "origin" text DEFAULT 'ours' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "silences" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_tries" ADD CONSTRAINT "refund_tries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_tries_refund" ON "refund_tries" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_next" ON "refunds" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE status not in ('processed', 'dropped');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('queued', 'pending', 'failed', 'with-staff', 'processed', 'dropped'));--> statement-breakpoint
DROP TYPE "public"."refund_status";--> statement-breakpoint
UPDATE "refunds" SET "origin" = 'provider' WHERE "idempotency_key" = "provider_refund_id";--> statement-breakpoint
UPDATE "refunds" SET "next_at" = now() WHERE "status" IN ('queued', 'pending') AND "mode" = 'online';--> statement-breakpoint
-- what failed before nobody was told of: somebody sees to it, unless the money went back by another refund meanwhile
WITH "room" AS (
	SELECT "r"."id", "p"."amount"
		- coalesce((SELECT sum("o"."amount") FROM "refunds" "o" WHERE "o"."payment_id" = "r"."payment_id" AND "o"."status" <> 'failed'), 0)
		- sum("r"."amount") OVER (PARTITION BY "r"."payment_id" ORDER BY "r"."created_at", "r"."id") AS "left"
	FROM "refunds" "r" JOIN "payments" "p" ON "p"."id" = "r"."payment_id"
	WHERE "r"."status" = 'failed' AND "r"."origin" = 'ours'
)
UPDATE "refunds" SET "status" = 'with-staff', "failures" = 1 FROM "room" WHERE "room"."id" = "refunds"."id" AND "room"."left" >= 0;--> statement-breakpoint
UPDATE "refunds" SET "status" = 'dropped' WHERE "status" = 'failed';
