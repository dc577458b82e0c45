-- Checks and transcodes are rows of the work loop: when they are due, the attempt that fences results, and how many
-- attempts failed. The columns check_lease_owner, check_attempts and lease_owner are no longer used; a later migration
-- drops them, once no process of the release before this one runs.
ALTER TABLE assets
  ADD COLUMN check_due_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN check_attempt int NOT NULL DEFAULT 0,
  ADD COLUMN check_failures int NOT NULL DEFAULT 0;
ALTER TABLE transcodes ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
UPDATE transcodes SET due_at = created_at WHERE status IN ('WAITING', 'RUNNING');
DROP INDEX transcodes_due;
CREATE INDEX transcodes_due ON transcodes (due_at, id) WHERE status IN ('WAITING', 'RUNNING');

-- Workers are woken by NOTIFY now.
DROP SCHEMA IF EXISTS pgboss CASCADE;
