-- Festival's own copy of what film says of films that are in its programmes.
CREATE TABLE films (
  id uuid PRIMARY KEY,
  film_title text NOT NULL,
  poster jsonb,
  -- Seconds; 0 if not known.
  running_time int NOT NULL,
  -- Whether everybody finds it.
  visible boolean NOT NULL,
  version bigint NOT NULL,
  -- Since when film knows something newer; NULL if it does not.
  stale_since timestamptz
);
CREATE INDEX films_stale_since_idx ON films (stale_since) WHERE stale_since IS NOT NULL;

-- Parts of events, in the order of their making.
CREATE TABLE blocks (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  name text NOT NULL,
  position int NOT NULL
);
CREATE INDEX blocks_event_id_position_idx ON blocks (event_id, position);

-- The films of a block, in order.
CREATE TABLE block_films (
  id uuid PRIMARY KEY,
  block_id uuid NOT NULL REFERENCES blocks (id) ON DELETE CASCADE,
  film_id uuid NOT NULL REFERENCES films (id),
  position int NOT NULL
);
CREATE UNIQUE INDEX block_films_block_id_film_id_key ON block_films (block_id, film_id);
CREATE INDEX block_films_film_id_idx ON block_films (film_id);

-- What films won or were nominated for at an event.
CREATE TABLE event_awards (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  film_id uuid NOT NULL REFERENCES films (id),
  category text NOT NULL,
  winner boolean NOT NULL
);
CREATE INDEX event_awards_event_id_idx ON event_awards (event_id);
CREATE INDEX event_awards_film_id_idx ON event_awards (film_id);

-- The events of somebody's own schedule.
CREATE TABLE starred_events (
  account_id uuid NOT NULL,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  starred_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, event_id)
);
CREATE INDEX starred_events_event_id_idx ON starred_events (event_id);
