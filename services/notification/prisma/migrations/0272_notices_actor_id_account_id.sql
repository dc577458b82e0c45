-- Also for what names a person who closes their account. Built beside planning, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS notices_actor_id_account_id ON notices (actor_id, account_id) WHERE actor_id <> '';
