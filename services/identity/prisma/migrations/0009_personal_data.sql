-- Set while the owner closes the account, and from then on; closed_at once all services have anonymised what they held.
ALTER TABLE accounts ADD COLUMN closing_at timestamptz;
ALTER TABLE accounts ADD COLUMN closed_at timestamptz;

-- A closed account keeps its id, which names nobody, and neither address.
DO $$
DECLARE old text;
BEGIN
  SELECT conname INTO old FROM pg_constraint
  WHERE conrelid = 'accounts'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%email IS NOT NULL%';
  IF old IS NOT NULL THEN EXECUTE format('ALTER TABLE accounts DROP CONSTRAINT %I', old); END IF;
END $$;
ALTER TABLE accounts ADD CONSTRAINT accounts_address
  CHECK (email IS NOT NULL OR sign_in_phone IS NOT NULL OR closing_at IS NOT NULL) NOT VALID;

-- Accounts that are closing, as work that is due once they cannot be kept any more. A closing that is taken back is deleted.
CREATE TABLE account_closings (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT account_closings_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DONE', 'FAILED')),
  requested_at timestamptz NOT NULL,
  keep_until timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  leased_until timestamptz,
  done_at timestamptz
);
CREATE UNIQUE INDEX account_closings_account_id_key ON account_closings (account_id);
CREATE INDEX account_closings_due ON account_closings (due_at) WHERE state = 'OPEN';

-- Exports, as work. Their files are among the blobs under a name that cannot be guessed.
CREATE TABLE account_exports (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT account_exports_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'READY', 'FAILED')),
  folder text NOT NULL,
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  leased_until timestamptz,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  blob_key text NOT NULL DEFAULT '',
  size_bytes bigint NOT NULL DEFAULT 0
);
CREATE INDEX account_exports_account_id_requested_at_idx ON account_exports (account_id, requested_at DESC);
CREATE UNIQUE INDEX account_exports_one_waiting ON account_exports (account_id) WHERE state = 'WAITING';
CREATE INDEX account_exports_due ON account_exports (due_at) WHERE state = 'WAITING';
CREATE INDEX account_exports_expires_at_idx ON account_exports (expires_at);
