-- Built beside the sale, which never waits for it.
-- no-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ticket_units_wait_id_key ON ticket_units (wait_id) WHERE wait_id IS NOT NULL;
