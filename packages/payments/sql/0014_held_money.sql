-- Delivered for what the provider only holds so far: it has to be taken.
ALTER TABLE orders ADD COLUMN is_held boolean NOT NULL DEFAULT false;
