-- What the provider took, where the order is paid; null for orders from before, which took their amount.
ALTER TABLE orders ADD COLUMN paid_amount bigint;
-- What was bought and has not ended: it is given back where it can be had no more.
CREATE INDEX orders_running ON orders (goods_until) WHERE state = 'FULFILLED';

-- When an event could last not be applied: the others go first.
ALTER TABLE payment_events ADD COLUMN attempted_at timestamptz;
