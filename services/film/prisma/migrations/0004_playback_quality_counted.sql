-- What has been counted of the quality that a session's player reports, a bit each: a report counts once, whichever
-- process receives it. Releases before this one mark it in quality_told, which a later release drops.
ALTER TABLE playback_sessions ADD COLUMN quality_counted integer NOT NULL DEFAULT 0;
