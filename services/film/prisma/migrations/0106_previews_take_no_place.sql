-- Whether a playback is a preview, which takes no place among the streams of its account.
ALTER TABLE playback_sessions ADD COLUMN preview boolean NOT NULL DEFAULT false;
