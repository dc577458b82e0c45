-- Subtitles and captions of videos; the cues are a blob.
CREATE TABLE text_tracks (
  id uuid PRIMARY KEY,
  asset_id uuid NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  language text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('SUBTITLES', 'CAPTIONS')),
  is_default boolean NOT NULL DEFAULT false,
  file_name text NOT NULL,
  cue_count integer NOT NULL CHECK (cue_count > 0),
  first_cue_ms integer NOT NULL CHECK (first_cue_ms >= 0),
  end_ms integer NOT NULL CHECK (end_ms > first_cue_ms),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX text_tracks_asset ON text_tracks (asset_id, language, kind);
CREATE UNIQUE INDEX text_tracks_default ON text_tracks (asset_id) WHERE is_default;
