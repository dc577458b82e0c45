-- Orders and payouts of which the books or the provider say something else, until they fit again.
CREATE TABLE payment_differences (
  -- Of the order or the payout.
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('BOOKS', 'PROVIDER', 'STUCK', 'PAYOUT')),
  found_at timestamptz NOT NULL
);

-- When all orders, or all payouts, were compared last.
CREATE TABLE payment_comparisons (
  subject text PRIMARY KEY CHECK (subject IN ('ORDERS', 'PAYOUTS')),
  compared_at timestamptz NOT NULL
);
