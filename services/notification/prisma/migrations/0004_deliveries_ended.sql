-- Finds the deliveries that are old enough to be deleted.
CREATE INDEX deliveries_ended_created_at ON deliveries (created_at) WHERE state <> 'WAITING';
