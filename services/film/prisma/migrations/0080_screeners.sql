-- A right to watch for judging: whether or not the film is published, and counted nowhere.
ALTER TABLE entitlements DROP CONSTRAINT entitlements_source;
ALTER TABLE entitlements ADD CONSTRAINT entitlements_source
  CHECK (source IN ('UNLOCK', 'TICKET', 'PLAN', 'GRANT', 'SCREENER')) NOT VALID;
-- A play that no statistics count.
ALTER TABLE playback_sessions ADD COLUMN uncounted boolean NOT NULL DEFAULT false;
