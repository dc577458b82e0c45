-- Credentials of WebAuthn.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT passkeys_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_account_id_idx ON passkeys (account_id);

-- Ceremonies that have ended, until they would expire: each ends once.
CREATE TABLE passkey_ceremonies (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_ceremonies_expires_at_idx ON passkey_ceremonies (expires_at);

-- One-time links by which staff set up a passkey.
CREATE TABLE passkey_links (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT passkey_links_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkey_links_account_id_idx ON passkey_links (account_id);
CREATE INDEX passkey_links_expires_at_idx ON passkey_links (expires_at);

-- When the session last met a passkey: staff need one, and step-up asks how long ago it was.
ALTER TABLE sessions ADD COLUMN passkey_at timestamptz;
