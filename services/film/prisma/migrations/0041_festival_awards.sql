-- The event of a festival that gave an award; NULL for one that staff entered.
ALTER TABLE awards ADD COLUMN event_id uuid;
CREATE INDEX awards_event_id_idx ON awards (event_id) WHERE event_id IS NOT NULL;
