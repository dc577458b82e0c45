-- What was kept of orders that were given up before anything was held for them, by which it is found to be deleted.
CREATE INDEX coin_holds_never_held ON coin_holds (ended_at) WHERE transfer_id IS NULL;
