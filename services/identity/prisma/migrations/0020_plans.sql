-- Who pays for a plan, and until when. An account that never asked for one has no row.
CREATE TABLE subscriptions (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- What its orders are for.
  id uuid NOT NULL UNIQUE,
  version bigint NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('NONE', 'TRIALING', 'ACTIVE', 'PAST_DUE')),
  plan text NOT NULL DEFAULT 'PRO' CHECK (plan IN ('PRO', 'PREMIUM')),
  "interval" text NOT NULL DEFAULT 'MONTHLY' CHECK ("interval" IN ('MONTHLY', 'YEARLY')),
  is_granted boolean NOT NULL DEFAULT false,
  -- Periods are counted from here, so that a short month does not move the day of the later ones.
  anchor_at timestamptz,
  periods integer NOT NULL DEFAULT 0,
  period_start timestamptz,
  period_end timestamptz,
  -- What the running period is worth, for a change to more; in minor units.
  price bigint NOT NULL DEFAULT 0,
  -- What the running period was paid with, or the request that began a trial.
  order_id uuid,
  next_plan text CHECK (next_plan IN ('PRO', 'PREMIUM')),
  next_interval text CHECK (next_interval IN ('MONTHLY', 'YEARLY')),
  ends_at_period_end boolean NOT NULL DEFAULT false,
  trial_used_at timestamptz,
  past_due_at timestamptz,
  -- Attempts to renew that were declined.
  attempts integer NOT NULL DEFAULT 0,
  -- The end of the period that a notice was about.
  reminded_of timestamptz,
  -- When the subscription is looked at next; null while no plan runs.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((state = 'NONE') = (due_at IS NULL)),
  CHECK (state = 'NONE' OR period_end > period_start)
);
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;

-- What an order of a plan pays for.
CREATE TABLE plan_orders (
  order_id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('START', 'RENEWAL', 'UPGRADE')),
  plan text NOT NULL,
  "interval" text NOT NULL,
  -- The undiscounted price of the period.
  price bigint NOT NULL,
  -- The end of the period that it follows, or that it ends earlier; null for a start.
  after_period timestamptz,
  -- What it paid for, once it was delivered.
  period_start timestamptz,
  period_end timestamptz
);

-- An account at the payment provider, which keeps its cards.
CREATE TABLE payment_customers (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  provider text NOT NULL,
  customer_id text NOT NULL,
  -- What plans renew with; '' without a card.
  default_method_id text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);

-- Cards that are being saved, for a day.
CREATE TABLE card_setups (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The provider's id of it.
  provider_id text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX card_setups_created_at_idx ON card_setups (created_at);
CREATE INDEX card_setups_account ON card_setups (account_id);
