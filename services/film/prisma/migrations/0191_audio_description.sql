-- Whether a sound track of a video also says what is seen, as media says, and who wants to begin with it. Null: never chosen.
ALTER TABLE media_copies ADD COLUMN has_audio_description boolean NOT NULL DEFAULT false;
ALTER TABLE films ADD COLUMN has_audio_description boolean NOT NULL DEFAULT false;
ALTER TABLE player_settings ADD COLUMN audio_description boolean;
