-- How long films were played, summed like the other counters.
ALTER TABLE stat_deltas ADD COLUMN played_ms integer NOT NULL DEFAULT 0;
ALTER TABLE film_stats ADD COLUMN played_ms bigint NOT NULL DEFAULT 0;
-- What was played until now. Code before this one writes sessions and counts nothing; what it adds while it still runs is
-- not counted.
INSERT INTO film_stats AS s (film_id, played_ms)
  SELECT film_id, sum(played_ms) FROM playback_sessions GROUP BY film_id HAVING sum(played_ms) > 0
  ON CONFLICT (film_id) DO UPDATE SET played_ms = excluded.played_ms;
