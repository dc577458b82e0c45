-- Built beside selling, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_must_cancel ON orders (checked_at) WHERE must_cancel;
