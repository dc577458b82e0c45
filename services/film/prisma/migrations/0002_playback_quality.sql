-- What the player of this session has told of its quality, a bit each: it counts once, whoever hears it.
ALTER TABLE playback_sessions ADD COLUMN quality_told integer NOT NULL DEFAULT 0;
