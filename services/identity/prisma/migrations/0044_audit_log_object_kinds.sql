-- no-transaction
-- The log of an object reads the index by its id or key.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_object_kind_object_id_id_idx;
