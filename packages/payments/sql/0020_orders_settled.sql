-- The primary key serves as well, and each order was written to this index three times.
-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS orders_settled;
