-- An order can be given up before its hold arrives: it is kept as VOIDED, and nothing has moved for it. NOT VALID: rows so far have
-- a transfer, so nothing is read to check them.
ALTER TABLE coin_holds
  ALTER COLUMN transfer_id DROP NOT NULL,
  ADD CONSTRAINT coin_holds_transfer_check CHECK (transfer_id IS NOT NULL OR state = 'VOIDED') NOT VALID;
