-- no-transaction
-- The back office's list of the users of a consumer type.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_consumer_type_created_at_id_idx ON accounts (consumer_type, created_at, id);
