-- Lists of films that viewers make.
CREATE TABLE film_lists (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  ranked boolean NOT NULL DEFAULT false,
  is_public boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX film_lists_of_account ON film_lists (account_id, updated_at DESC, id DESC);

CREATE TABLE list_films (
  list_id uuid NOT NULL REFERENCES film_lists (id) ON DELETE CASCADE,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (list_id, film_id)
);
CREATE INDEX list_films_in_order ON list_films (list_id, position);
CREATE INDEX list_films_film_id ON list_films (film_id);

-- A file can be imported into a list, which entry_id then names.
ALTER TABLE imports DROP CONSTRAINT imports_kind_check;
ALTER TABLE imports ADD CONSTRAINT imports_kind_check CHECK (kind IN ('DIARY', 'RATINGS', 'WATCHLIST', 'LIST'));
ALTER TABLE import_items DROP CONSTRAINT import_items_kind_check;
ALTER TABLE import_items ADD CONSTRAINT import_items_kind_check CHECK (kind IN ('DIARY', 'RATINGS', 'WATCHLIST', 'LIST'));
