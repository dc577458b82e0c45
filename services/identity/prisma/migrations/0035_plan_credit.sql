-- The order whose unused rest was a part of the price, for a change to more.
ALTER TABLE plan_orders ADD COLUMN credit_order_id uuid;
