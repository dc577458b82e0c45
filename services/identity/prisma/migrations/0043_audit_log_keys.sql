-- no-transaction
-- The log of one setting.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_object_key_id_idx ON audit_log (object_key, id);
