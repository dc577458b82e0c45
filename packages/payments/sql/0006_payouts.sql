-- Where sellers get their part: an account at the payment provider that they connected.
CREATE TABLE payout_accounts (
  owner_id uuid PRIMARY KEY,
  provider text NOT NULL,
  -- The provider's id of it.
  account_id text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('PENDING', 'RESTRICTED', 'ENABLED')),
  -- When the provider was last asked.
  checked_at timestamptz NOT NULL,
  -- When the payout of a month was last looked at.
  monthly_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX payout_accounts_monthly ON payout_accounts (monthly_at) WHERE status = 'ENABLED';

-- Payouts of a seller's balance. The id is also that of the transfer in the ledger.
CREATE TABLE payouts (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  provider text NOT NULL,
  account_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'PAID', 'FAILED')),
  -- The provider's code of why it failed; '' if it did not.
  failure text NOT NULL DEFAULT '',
  -- OWNER asked for it; MONTH came by itself.
  cause text NOT NULL CHECK (cause IN ('OWNER', 'MONTH')),
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- One at a time, so that two never pay out the same balance.
CREATE UNIQUE INDEX payouts_open ON payouts (owner_id, currency) WHERE state = 'PENDING';
CREATE INDEX payouts_owner ON payouts (owner_id, created_at DESC, id DESC);
CREATE INDEX payouts_pending ON payouts (checked_at) WHERE state = 'PENDING';

-- The test provider's own.
CREATE TABLE test_payout_accounts (
  id text PRIMARY KEY,
  owner_id uuid NOT NULL UNIQUE,
  status text NOT NULL,
  -- How payouts to it end: PAID, SLOW or FAILED.
  pays_as text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE test_payouts (
  id uuid PRIMARY KEY,
  account_id text NOT NULL REFERENCES test_payout_accounts (id),
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  failure text NOT NULL DEFAULT '',
  due_at timestamptz,
  created_at timestamptz NOT NULL
);
