CREATE TRIGGER reviews_raise_offer_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION raise_offer_revision();--> statement-breakpoint
CREATE OR REPLACE FUNCTION raise_revision_of_reviewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reviews WHERE booking_id = NEW.id) THEN
    INSERT INTO offer_changes (stamp) VALUES (1 + floor(random() * 1e15));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bookings_raise_revision_of_reviewed AFTER UPDATE OF visit_date ON bookings
  FOR EACH ROW WHEN (OLD.visit_date IS DISTINCT FROM NEW.visit_date) EXECUTE FUNCTION raise_revision_of_reviewed();
