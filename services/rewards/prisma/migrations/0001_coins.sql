-- Coins that accounts have earned. The id is made of the id of identity's grant, so that each is taken once; the transfer of the
-- ledger has it too.
CREATE TABLE coin_grants (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  reason text NOT NULL,
  coins bigint NOT NULL CHECK (coins > 0),
  granted_at timestamptz NOT NULL
);
CREATE INDEX coin_grants_account_id_idx ON coin_grants (account_id);

-- Coins that are held for orders of other services, and what became of them.
CREATE TABLE coin_holds (
  order_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- What the order is for.
  item_id uuid NOT NULL,
  coins bigint NOT NULL CHECK (coins > 0),
  state text NOT NULL CHECK (state IN ('HELD', 'POSTED', 'VOIDED', 'EXPIRED', 'RETURNED')),
  created_at timestamptz NOT NULL,
  -- When a hold that nobody has posted is given back.
  expires_at timestamptz NOT NULL,
  -- The transfer of the ledger. Its id is not the order's, which a client makes: it could be that of somebody's grant.
  transfer_id uuid NOT NULL UNIQUE,
  ended_at timestamptz,
  -- The transfer that gave them back after they were taken.
  return_id uuid
);
CREATE INDEX coin_holds_account_id_idx ON coin_holds (account_id);
CREATE INDEX coin_holds_expiring ON coin_holds (expires_at) WHERE state = 'HELD';

-- Accounts that were closed: what comes to their wallets later is taken at once.
CREATE TABLE closed_accounts (
  account_id uuid PRIMARY KEY,
  closed_at timestamptz NOT NULL
);
