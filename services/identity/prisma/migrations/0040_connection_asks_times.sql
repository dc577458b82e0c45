-- How often the same person was asked since when.
ALTER TABLE connection_asks
  ADD COLUMN times integer NOT NULL DEFAULT 1,
  ADD COLUMN times_since timestamptz;
