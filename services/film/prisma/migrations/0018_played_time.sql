-- How long films were played, summed like the other counters. What was played until now is counted in 0023.
ALTER TABLE stat_deltas ADD COLUMN played_ms integer NOT NULL DEFAULT 0;
ALTER TABLE film_stats ADD COLUMN played_ms bigint NOT NULL DEFAULT 0;
