-- Built beside reviewing, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS reviews_reported ON reviews (reported_at, id) WHERE reported_at IS NOT NULL;
