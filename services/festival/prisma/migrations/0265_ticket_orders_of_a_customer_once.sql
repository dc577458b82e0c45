-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS ticket_orders_account_id_type_id_idx;
