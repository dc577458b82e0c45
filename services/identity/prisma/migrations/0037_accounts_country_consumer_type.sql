-- no-transaction
-- Its list of the users of a country and a consumer type, in their order, and of a country that few have.
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_country_consumer_type_created_at_id_idx
  ON accounts (country, consumer_type, created_at, id);
