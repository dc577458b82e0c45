-- The films that staff picked for the large place of the home page; the first whose dates hold is shown.
CREATE TABLE featured_films (
  film_id uuid PRIMARY KEY REFERENCES films (id) ON DELETE CASCADE,
  position integer NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (ends_at > starts_at)
);

-- Whoever changes the list locks this row; its version orders the events of the list.
CREATE TABLE featured_list (
  id smallint PRIMARY KEY CHECK (id = 1),
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO featured_list (id) VALUES (1);
