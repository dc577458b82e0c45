-- Films that go together, made from what many people watched and rated, and from what the films are.
CREATE TABLE film_pairs (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  other_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  score real NOT NULL,
  PRIMARY KEY (film_id, other_id)
);
CREATE INDEX film_pairs_other_id ON film_pairs (other_id);

-- One row: when film_pairs were made; who makes them locks it.
CREATE TABLE pair_runs (
  id smallint PRIMARY KEY,
  made_at timestamptz
);
INSERT INTO pair_runs (id) VALUES (1);
