-- Built beside reviewing, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS review_replies_reported ON review_replies (reported_at, id) WHERE reported_at IS NOT NULL;
