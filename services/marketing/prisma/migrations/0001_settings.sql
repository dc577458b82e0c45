-- What staff have changed. A setting without a row has the default that is declared in code.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  version bigint NOT NULL,
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Every value that a setting has had, with who saved it and why. Outlives the declaration of its setting, and only grows.
CREATE TABLE setting_versions (
  key text NOT NULL,
  version bigint NOT NULL,
  value jsonb NOT NULL,
  saved_by uuid NOT NULL,
  saved_at timestamptz NOT NULL,
  reason text NOT NULL,
  rolled_back_to bigint,
  PRIMARY KEY (key, version)
);

CREATE FUNCTION setting_versions_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'setting_versions only grows: no % of a row', lower(TG_OP);
END $$;
CREATE TRIGGER setting_versions_only_grow BEFORE UPDATE OR DELETE ON setting_versions
  FOR EACH ROW EXECUTE FUNCTION setting_versions_only_grow();

-- Marketing's own copy of what identity says of people: for the names of staff in histories, and for lists of accounts.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  version bigint NOT NULL
);
