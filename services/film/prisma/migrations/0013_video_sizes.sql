-- How large the picture of a video is, which gives the resolution of its film. 0 while media has not said it.
ALTER TABLE media_copies ADD COLUMN width integer NOT NULL DEFAULT 0;
ALTER TABLE media_copies ADD COLUMN height integer NOT NULL DEFAULT 0;
