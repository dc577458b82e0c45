-- How many of a type a customer has is asked at each sale. With the state as well no other index is as good: by the one of a
-- type and a state, all orders of the type would be read. Built beside selling, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS ticket_orders_account_id_type_id_state_idx ON ticket_orders (account_id, type_id, state);
