-- Attempts that ended without a result, which decide on the next pause. An attempt that a stopping process gives back
-- counts as an attempt, and not as a failure.
ALTER TABLE deliveries ADD COLUMN failures int NOT NULL DEFAULT 0;
UPDATE deliveries SET failures = attempts WHERE state = 'WAITING' AND leased_until IS NULL;
