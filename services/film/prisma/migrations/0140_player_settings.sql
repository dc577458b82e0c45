-- What each viewer chose in the player. Null: never chosen.
CREATE TABLE player_settings (
  account_id uuid PRIMARY KEY,
  -- '' for no subtitles.
  text_language text CHECK (length(text_language) <= 35),
  text_captions boolean,
  text_size text CHECK (text_size IN ('SMALL', 'MEDIUM', 'LARGE', 'HUGE')),
  text_colour text CHECK (text_colour IN ('WHITE', 'YELLOW')),
  text_background text CHECK (text_background IN ('OUTLINE', 'SHADE', 'SOLID')),
  audio_language text CHECK (length(audio_language) <= 35),
  rate_percent integer CHECK (rate_percent BETWEEN 50 AND 200),
  -- 0: the player chooses.
  quality_lines integer CHECK (quality_lines BETWEEN 0 AND 4320),
  volume_percent integer CHECK (volume_percent BETWEEN 0 AND 100),
  muted boolean,
  previews boolean,
  letter_keys boolean,
  changed_at timestamptz NOT NULL
);
