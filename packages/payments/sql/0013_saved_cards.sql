-- The test provider: whether the card of a payment is saved, and which card that is until it is.
ALTER TABLE test_payments ADD COLUMN saves_card boolean NOT NULL DEFAULT false;
ALTER TABLE test_payments ADD COLUMN card_number text NOT NULL DEFAULT '';
ALTER TABLE test_payments ADD COLUMN card_expiry text NOT NULL DEFAULT '';
CREATE INDEX test_payments_to_save ON test_payments (created_at) WHERE card_number <> '';
