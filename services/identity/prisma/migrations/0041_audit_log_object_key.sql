-- What a setting is named by: not every object has an id.
ALTER TABLE audit_log
  ADD COLUMN object_key text,
  ALTER COLUMN object_id DROP NOT NULL,
  ADD CONSTRAINT audit_log_object CHECK (num_nonnulls(object_id, object_key) = 1) NOT VALID;
