-- What viewers brought from other places, so that it can be taken back as a whole.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DIARY', 'RATINGS', 'WATCHLIST')),
  file_name text NOT NULL,
  created_at timestamptz NOT NULL,
  undone_at timestamptz
);
CREATE INDEX imports_of_account ON imports (account_id, created_at DESC);
CREATE INDEX imports_created_at ON imports (created_at);

-- What an import added: an entry of a diary, a rating, a film on a watchlist.
CREATE TABLE import_items (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DIARY', 'RATINGS', 'WATCHLIST')),
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  entry_id uuid,
  rating smallint NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
  PRIMARY KEY (import_id, line, kind)
);
CREATE INDEX import_items_film_id ON import_items (film_id);
