-- When another playback of the account took the place of this one.
ALTER TABLE playback_sessions ADD COLUMN displaced_at timestamptz;
