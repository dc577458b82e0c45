-- no-transaction
-- The back office's search by the beginning of a last name: a name that many have is read from the place of a page on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_last_name_key_id_idx ON accounts (last_name_key, id);
