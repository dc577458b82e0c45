-- no-transaction
-- Searches read the index by last name and id.
DROP INDEX CONCURRENTLY IF EXISTS accounts_last_name_key_idx;
