-- Keys of transcode workers on other machines, and which of them has an attempt.
CREATE TABLE worker_keys (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- SHA-256 of the secret, which only the worker has.
  secret_hash bytea NOT NULL,
  created_by uuid NOT NULL,
  revoked_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  seen_at timestamptz,
  seen_version text
);
ALTER TABLE transcodes ADD COLUMN worker_key_id uuid;
CREATE INDEX transcodes_worker_key ON transcodes (worker_key_id) WHERE status = 'RUNNING';
