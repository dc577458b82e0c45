-- What went back of an order in parts, and of the platform's part of it. All is still there unless said.
ALTER TABLE orders ADD COLUMN returned bigint NOT NULL DEFAULT 0 CHECK (returned >= 0);
ALTER TABLE orders ADD COLUMN returned_fee bigint NOT NULL DEFAULT 0 CHECK (returned_fee >= 0);

-- A refund of a part says how much, and which part of what was bought ends with it, if one does. Others are of all that is
-- left: their amounts are null.
ALTER TABLE order_refunds ADD COLUMN is_part boolean NOT NULL DEFAULT false;
ALTER TABLE order_refunds ADD COLUMN amount bigint CHECK (amount > 0);
ALTER TABLE order_refunds ADD COLUMN fee bigint CHECK (fee >= 0);
ALTER TABLE order_refunds ADD COLUMN part_id uuid;
ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_part_amounts
  CHECK (NOT is_part OR (amount IS NOT NULL AND fee IS NOT NULL)) NOT VALID;

-- One at a time; one of all that is left; and each part once.
CREATE UNIQUE INDEX order_refunds_waiting ON order_refunds (order_id) WHERE state = 'PENDING';
CREATE UNIQUE INDEX order_refunds_whole ON order_refunds (order_id) WHERE state <> 'FAILED' AND NOT is_part;
CREATE UNIQUE INDEX order_refunds_part ON order_refunds (order_id, part_id)
  WHERE state <> 'FAILED' AND part_id IS NOT NULL;
DROP INDEX order_refunds_once;

-- The test provider: how a dispute stands, and when it is won.
ALTER TABLE test_payments ADD COLUMN dispute text NOT NULL DEFAULT 'NONE'
  CHECK (dispute IN ('NONE', 'OPEN', 'WON', 'LOST'));
ALTER TABLE test_payments ADD COLUMN dispute_won_at timestamptz;
UPDATE test_payments SET dispute = 'LOST' WHERE disputed;
CREATE INDEX test_payments_disputes ON test_payments (dispute_won_at) WHERE dispute_won_at IS NOT NULL;
