ALTER TABLE films
  ADD COLUMN chapters jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN watermark boolean NOT NULL DEFAULT false;
