-- no-transaction
DROP INDEX CONCURRENTLY IF EXISTS notices_actor_id;
