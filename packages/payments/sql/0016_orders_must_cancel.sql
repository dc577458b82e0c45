-- Ended while the provider did not answer: what the provider may have of it has to be cancelled.
ALTER TABLE orders ADD COLUMN must_cancel boolean NOT NULL DEFAULT false;
-- Databases in which 0014 still made it have another by now.
DROP INDEX IF EXISTS orders_held;
