-- What is played before an event; '' for nothing.
ALTER TABLE events ADD COLUMN pre_roll_video_uri text NOT NULL DEFAULT '';
-- Seconds.
ALTER TABLE events ADD COLUMN pre_roll_duration int NOT NULL DEFAULT 0 CHECK (pre_roll_duration >= 0);
