-- Films that viewers want to see. One that was taken off can be put back for a day.
CREATE TABLE watchlist_films (
  account_id uuid NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (account_id, film_id)
);
CREATE INDEX watchlist_films_film_id ON watchlist_films (film_id);
CREATE INDEX watchlist_films_removed_at ON watchlist_films (removed_at) WHERE removed_at IS NOT NULL;

-- What somebody watched on which day. A deleted entry can be put back for a day.
CREATE TABLE diary_entries (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  watched_on date NOT NULL,
  rating smallint NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
  rewatch boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX diary_entries_of_account ON diary_entries (account_id, watched_on DESC, id DESC);
CREATE INDEX diary_entries_film_id ON diary_entries (film_id);
CREATE INDEX diary_entries_deleted_at ON diary_entries (deleted_at) WHERE deleted_at IS NOT NULL;

-- Who shows their diary to others.
CREATE TABLE shown_diaries (
  account_id uuid PRIMARY KEY
);

CREATE TABLE favourite_films (
  account_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 3),
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, position),
  CONSTRAINT favourite_films_once UNIQUE (account_id, film_id)
);
CREATE INDEX favourite_films_film_id ON favourite_films (film_id);
