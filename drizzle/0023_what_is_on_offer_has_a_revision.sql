CREATE TABLE "offer_changes" (
	"stamp" numeric NOT NULL
);--> statement-breakpoint
CREATE OR REPLACE FUNCTION raise_offer_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO offer_changes (stamp) VALUES (1 + floor(random() * 1e15));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cities_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cities
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER locations_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON locations
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER screens_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON screens
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER screen_slots_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON screen_slots
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER packages_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON packages
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER package_prices_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON package_prices
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER blocked_dates_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON blocked_dates
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER catalogue_items_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON catalogue_items
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER coupons_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON coupons
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE TRIGGER banners_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON banners
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();
