-- A playback has one address at a time: its number, and when it was ended. A playback that continues gets the next number.
ALTER TABLE playback_sessions
  ADD COLUMN address integer NOT NULL DEFAULT 1,
  ADD COLUMN address_ended_at timestamptz;
