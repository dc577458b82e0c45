-- How many tickets of an order went back alone, while the others stay.
ALTER TABLE ticket_orders ADD COLUMN returned_quantity int NOT NULL DEFAULT 0;
ALTER TABLE ticket_orders ADD CONSTRAINT ticket_orders_returned_quantity
  CHECK (returned_quantity >= 0 AND returned_quantity < quantity) NOT VALID;
