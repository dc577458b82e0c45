-- How long what plays before the film was to be when the session began, in milliseconds: a view counts so much later.
ALTER TABLE playback_sessions ADD COLUMN pre_roll_ms int NOT NULL DEFAULT 0;
