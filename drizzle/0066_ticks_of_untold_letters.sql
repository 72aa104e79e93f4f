-- letters that nobody has told are a lettering by now, as those that were: what was ticked off is known by its new key
DO $$ BEGIN
  IF EXISTS (SELECT FROM "prep_ticks") THEN
    UPDATE "prep_ticks" SET "item" = 'lettering' || substr("item", 6)
    WHERE "item" LIKE 'addon:%' AND ("item" ILIKE '%name%' OR "item" ILIKE '%number%')
    AND NOT EXISTS (SELECT FROM "prep_ticks" "other" WHERE "other"."booking_id" = "prep_ticks"."booking_id"
      AND "other"."item" = 'lettering' || substr("prep_ticks"."item", 6));
  END IF;
END $$;
