-- A playback has one address at a time: its number, and when it was ended. A playback that continues gets the next number.
ALTER TABLE playback_sessions
  ADD COLUMN address integer NOT NULL DEFAULT 1,
  ADD COLUMN address_ended_at timestamptz;
-- Addresses of before have expired, or expire within a day.
UPDATE playback_sessions SET address_ended_at = seen_at WHERE native_hls;
CREATE INDEX playback_sessions_native ON playback_sessions (seen_at) WHERE native_hls AND address_ended_at IS NULL;
