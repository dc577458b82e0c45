-- A buyer who gives back what they bought, a seller who takes it back, and what was cancelled, each have a kind of their own:
-- LATE was the kind of all of them.
ALTER TABLE order_refunds DROP CONSTRAINT order_refunds_kind_check;
ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_kind_check
  CHECK (kind IN ('STAFF', 'SELLER', 'BUYER', 'CANCELLED', 'LATE', 'PROVIDER', 'DISPUTE')) NOT VALID;
