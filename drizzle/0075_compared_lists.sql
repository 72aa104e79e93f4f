CREATE TABLE "compared_lists" (
	"list" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
