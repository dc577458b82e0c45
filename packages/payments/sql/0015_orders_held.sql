-- Built beside selling, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_held_checked ON orders (checked_at) WHERE is_held;
