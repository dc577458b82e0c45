-- The gallery is a list of path, name, width, height and thumbhash, in its order. Each grant of coins is made once.
ALTER TABLE accounts ADD COLUMN gallery jsonb NOT NULL DEFAULT '[]';
CREATE TABLE coin_grants (
  account_id uuid NOT NULL CONSTRAINT coin_grants_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  reason text NOT NULL,
  coins integer NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, reason)
);
