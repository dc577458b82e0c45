-- Whether media has encrypted the video, as its last event said: '', IN_PROGRESS, COMPLETED or FAILED.
ALTER TABLE media_copies ADD COLUMN protection text NOT NULL DEFAULT '';
