-- Finds the sessions that may be deleted. What ended before this expires when it would have.
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
