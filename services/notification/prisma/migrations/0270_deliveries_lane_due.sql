-- In the order of claims: without the id, each claim sorted all that were due at the same time, such as a burst.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_lane_due ON deliveries (lane, due_at, id) WHERE state = 'WAITING';
