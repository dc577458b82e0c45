-- no-transaction
-- The log of one object, whatever its kind.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_object_id_id_idx ON audit_log (object_id, id);
