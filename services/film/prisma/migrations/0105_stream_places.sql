-- When a playback last kept its place among the streams of its account; of releases before, it is when it was last heard of.
ALTER TABLE playback_sessions ADD COLUMN placed_at timestamptz;
