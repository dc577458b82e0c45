-- When staff or the organization of its event stopped a premiere; NULL while it is on, and again once it has another time.
ALTER TABLE films ADD COLUMN premiere_stopped_at timestamptz;
