-- In which seconds of the film the texts of a track are, a bit each; unknown for tracks from before.
ALTER TABLE text_tracks ADD COLUMN cue_seconds bytea;
