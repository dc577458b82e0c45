-- Finds the challenge of a link that a newer one has replaced. At most five for each challenge.
ALTER TABLE challenges ADD COLUMN replaced_hashes bytea[] NOT NULL DEFAULT '{}';
CREATE INDEX challenges_replaced_hashes_idx ON challenges USING gin (replaced_hashes);
