-- Where a play comes from: a kind of page or site, never an address; '' where it is not known.
ALTER TABLE playback_sessions ADD COLUMN source text NOT NULL DEFAULT '';
ALTER TABLE play_deltas ADD COLUMN source text NOT NULL DEFAULT '';

-- Rows without a source are not kept: what the others leave of the whole is theirs.
ALTER TABLE film_days DROP CONSTRAINT film_days_dimension_check;
ALTER TABLE film_days ADD CONSTRAINT film_days_dimension_check
  CHECK (dimension IN ('', 'COUNTRY', 'DEVICE', 'SOURCE')) NOT VALID;
