-- What people buy of this service, and how it was paid. Amounts are whole minor units of the currency.
CREATE TABLE orders (
  -- Made by the client, so that a double click and a lost answer are one order.
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  -- Null once the account is closed: the books keep the rest.
  account_id uuid,
  kind text NOT NULL,
  item_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  -- The platform's part of the amount; the rest is the payee's.
  fee bigint NOT NULL CHECK (fee >= 0 AND fee <= amount),
  payee_id uuid NOT NULL,
  state text NOT NULL
    CHECK (state IN ('CREATED', 'PAYING', 'PAID', 'FULFILLED', 'CANCELLED', 'EXPIRED', 'REFUNDED')),
  provider text NOT NULL,
  payment_id text UNIQUE,
  -- Why the provider last declined, in its code; '' if it did not.
  decline text NOT NULL DEFAULT '',
  -- Until when the price and what is bought are kept for an order that is not paid.
  held_until timestamptz NOT NULL,
  -- When the provider was last asked.
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  -- When what was bought ends.
  goods_until timestamptz
);
-- Two tabs are one order.
CREATE UNIQUE INDEX orders_open ON orders (account_id, kind, item_id) WHERE state IN ('CREATED', 'PAYING');
CREATE INDEX orders_account ON orders (account_id, created_at DESC, id DESC);
CREATE INDEX orders_item ON orders (item_id, created_at DESC, id DESC);
CREATE INDEX orders_unpaid ON orders (checked_at) WHERE state IN ('CREATED', 'PAYING');
CREATE INDEX orders_settled ON orders (id) WHERE payment_id IS NOT NULL;

CREATE TABLE order_refunds (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  -- STAFF asked for it; LATE is money for what cannot be had any more; PROVIDER and DISPUTE happened at the provider.
  kind text NOT NULL CHECK (kind IN ('STAFF', 'LATE', 'PROVIDER', 'DISPUTE')),
  state text NOT NULL CHECK (state IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  reason text NOT NULL DEFAULT '',
  asked_by uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
-- An order is refunded once.
CREATE UNIQUE INDEX order_refunds_once ON order_refunds (order_id) WHERE state <> 'FAILED';
CREATE INDEX order_refunds_order ON order_refunds (order_id, created_at);
CREATE INDEX order_refunds_pending ON order_refunds (created_at) WHERE state = 'PENDING';

-- What providers have sent, by their ids: kept before it is applied, so that each is applied and none is lost.
CREATE TABLE payment_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  payment_id text NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_waiting ON payment_events (received_at) WHERE applied_at IS NULL;
CREATE INDEX payment_events_received ON payment_events (received_at);

-- The test provider: what a company outside keeps, where none is used.
CREATE TABLE test_payments (
  id text PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE,
  client_secret text NOT NULL UNIQUE,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  decline text NOT NULL DEFAULT '',
  -- What a challenge or a delay leads to: SUCCEEDED, or the code of a decline.
  outcome text NOT NULL DEFAULT '',
  due_at timestamptz,
  refunds_as text NOT NULL DEFAULT 'SUCCEEDED',
  refunded bigint NOT NULL DEFAULT 0,
  disputed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX test_payments_due ON test_payments (due_at) WHERE due_at IS NOT NULL;
CREATE TABLE test_refunds (
  id uuid PRIMARY KEY,
  payment_id text NOT NULL REFERENCES test_payments (id),
  amount bigint NOT NULL,
  status text NOT NULL,
  due_at timestamptz
);
CREATE TABLE test_webhooks (
  id text PRIMARY KEY,
  type text NOT NULL,
  payment_id text NOT NULL,
  made_at timestamptz NOT NULL
);
