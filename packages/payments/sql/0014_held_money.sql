-- Delivered for what the provider only holds so far: it has to be taken.
ALTER TABLE orders ADD COLUMN is_held boolean NOT NULL DEFAULT false;
CREATE INDEX orders_held ON orders (fulfilled_at) WHERE is_held;
