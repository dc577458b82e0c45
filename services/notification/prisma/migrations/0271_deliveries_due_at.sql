-- Claims and counts read the index by lane, time and id.
DROP INDEX deliveries_due_at;
DROP INDEX deliveries_lane_due_at;
