-- Films that a viewer does not want to be offered any more.
CREATE TABLE film_blocks (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (film_id, account_id)
);
