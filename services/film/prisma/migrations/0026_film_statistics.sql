-- What statistics keep of where a session plays: a country and a kind of device; '' where it is not known.
ALTER TABLE playback_sessions
  ADD COLUMN country text NOT NULL DEFAULT '',
  ADD COLUMN device text NOT NULL DEFAULT '',
  -- The furthest position that was reached; null for sessions from before, which reached their position.
  ADD COLUMN furthest_ms integer;

-- Plays that still wait to be summed. A row is added for each change, so that no two viewers wait for each other.
CREATE TABLE play_deltas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  film_id uuid NOT NULL,
  -- The day on which the session began, of UTC.
  day date NOT NULL,
  country text NOT NULL,
  device text NOT NULL,
  starts integer NOT NULL DEFAULT 0,
  views integer NOT NULL DEFAULT 0,
  played_ms integer NOT NULL DEFAULT 0,
  -- The second that was the furthest of a session, and the one that is now; null where that has not changed.
  left_second integer,
  reached_second integer,
  made_at timestamptz NOT NULL
);

-- Plays by the day on which they began: all of a film ('' as dimension), and the same by country and device.
CREATE TABLE film_days (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  day date NOT NULL,
  dimension text NOT NULL CHECK (dimension IN ('', 'COUNTRY', 'DEVICE')),
  value text NOT NULL,
  starts bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  played_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (film_id, day, dimension, value)
);

-- Of how many sessions a second of a film is the furthest that they reached.
CREATE TABLE film_curves (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  second integer NOT NULL,
  sessions bigint NOT NULL,
  PRIMARY KEY (film_id, second)
);

INSERT INTO film_days (film_id, day, dimension, value, starts, views, played_ms)
  SELECT film_id, (started_at AT TIME ZONE 'UTC')::date, d.dimension, '', count(*), count(viewed_at), sum(played_ms)
  FROM playback_sessions CROSS JOIN (VALUES (''), ('COUNTRY'), ('DEVICE')) AS d (dimension)
  GROUP BY 1, 2, 3;
INSERT INTO film_curves (film_id, second, sessions)
  SELECT film_id, greatest(position_ms, 0) / 1000, count(*) FROM playback_sessions GROUP BY 1, 2;
