ALTER TYPE "public"."staff_role" ADD VALUE 'front-desk';--> statement-breakpoint
ALTER TYPE "public"."staff_role" ADD VALUE 'kitchen';