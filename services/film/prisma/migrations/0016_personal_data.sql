-- Films that were taken out of the feed because their maker closes the account; they are published again if it is kept.
CREATE TABLE closing_films (
  film_id uuid PRIMARY KEY REFERENCES films (id) ON DELETE CASCADE,
  account_id uuid NOT NULL
);
CREATE INDEX closing_films_account_id ON closing_films (account_id);

-- Closing an account finds its rows by these.
CREATE INDEX reviews_account_id ON reviews (account_id);
CREATE INDEX film_likes_account_id ON film_likes (account_id);
CREATE INDEX film_blocks_account_id ON film_blocks (account_id);
CREATE INDEX playback_sessions_of_account ON playback_sessions (account_id, id);
