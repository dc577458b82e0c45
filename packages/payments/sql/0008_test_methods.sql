-- The test provider's own: cards that are saved, and how saving one goes.
CREATE TABLE test_methods (
  -- Says the last four digits, so that the test providers of all services know how it pays.
  id text PRIMARY KEY,
  customer_id text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  expiry_month integer NOT NULL,
  expiry_year integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- Removed ones are kept, so that they stay refused.
  removed_at timestamptz
);
CREATE INDEX test_methods_customer ON test_methods (customer_id, created_at DESC) WHERE removed_at IS NULL;

CREATE TABLE test_setups (
  id text PRIMARY KEY,
  -- Ours, so that one that is repeated is the same.
  setup_id uuid NOT NULL UNIQUE,
  customer_id text NOT NULL,
  client_secret text NOT NULL UNIQUE,
  status text NOT NULL,
  decline text NOT NULL DEFAULT '',
  -- The card that the bank asks about.
  number text NOT NULL DEFAULT '',
  expiry text NOT NULL DEFAULT '',
  method_id text REFERENCES test_methods (id),
  created_at timestamptz NOT NULL
);

-- Attempts with saved cards: one that is repeated is the same.
CREATE TABLE test_attempts (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES test_payments (id),
  created_at timestamptz NOT NULL
);
