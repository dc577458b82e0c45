-- Searches read the index by last name and id.
DROP INDEX accounts_last_name_key_idx;
