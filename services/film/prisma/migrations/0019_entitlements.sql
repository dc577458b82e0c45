-- Who may watch which film, whatever the right comes from. It is what access is decided by.
CREATE TABLE entitlements (
  account_id uuid NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  source text NOT NULL,
  -- The unlock, ticket, plan or grant.
  source_id uuid NOT NULL,
  -- Null: at once.
  starts_at timestamptz,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, film_id, source, source_id),
  CONSTRAINT entitlements_source CHECK (source IN ('UNLOCK', 'TICKET', 'PLAN', 'GRANT'))
);
CREATE INDEX entitlements_film_id ON entitlements (film_id);

-- An unlock is its entitlement, also where the release before this one writes it.
CREATE FUNCTION unlocks_entitle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM entitlements
    WHERE account_id = OLD.account_id AND film_id = OLD.film_id AND source = 'UNLOCK' AND source_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO entitlements (account_id, film_id, source, source_id, ends_at)
    VALUES (NEW.account_id, NEW.film_id, 'UNLOCK', NEW.id, NEW.expire_at)
    ON CONFLICT (account_id, film_id, source, source_id) DO UPDATE SET ends_at = excluded.ends_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER unlocks_entitle AFTER INSERT OR UPDATE OR DELETE ON unlocks
  FOR EACH ROW EXECUTE FUNCTION unlocks_entitle();
