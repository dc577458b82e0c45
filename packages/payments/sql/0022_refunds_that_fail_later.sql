-- What refunds gave back that succeeded and failed later: it is the buyer's, and owed to them until it goes back again.
ALTER TABLE orders ADD COLUMN owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0);
-- Of that, what staff have paid in another way than by the provider.
ALTER TABLE orders ADD COLUMN paid_elsewhere bigint NOT NULL DEFAULT 0 CHECK (paid_elsewhere >= 0);

-- When the provider said that a refund which had succeeded failed.
ALTER TABLE order_refunds ADD COLUMN failed_at timestamptz;
-- It gives back what is owed: it takes nothing of what was sold, and ends nothing.
ALTER TABLE order_refunds ADD COLUMN is_owed boolean NOT NULL DEFAULT false;
ALTER TABLE order_refunds DROP CONSTRAINT order_refunds_kind_check;
ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_kind_check
  CHECK (kind IN ('STAFF', 'SELLER', 'BUYER', 'CANCELLED', 'LATE', 'PROVIDER', 'DISPUTE', 'ELSEWHERE')) NOT VALID;
