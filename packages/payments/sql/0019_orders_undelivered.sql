-- Built beside selling, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_undelivered ON orders (checked_at) WHERE state = 'PAID';
