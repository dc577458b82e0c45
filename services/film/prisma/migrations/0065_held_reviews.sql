-- A review with a watched word waits for staff: since when, and which words those were.
ALTER TABLE reviews ADD COLUMN held_at timestamptz;
ALTER TABLE reviews ADD COLUMN held_words text[] NOT NULL DEFAULT '{}';
CREATE INDEX reviews_held ON reviews (held_at, id) WHERE held_at IS NOT NULL;
