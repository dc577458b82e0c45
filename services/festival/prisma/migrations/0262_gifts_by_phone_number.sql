-- For the numbers that are forgotten, built beside the gifts, which never wait for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS ticket_gifts_phone_number ON ticket_gifts (created_at) WHERE phone_number <> '';
