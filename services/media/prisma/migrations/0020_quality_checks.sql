-- What was found in the picture and sound of a video. One is written with each transcode, and one when its maker or staff
-- ask for it; of those that have ended, the last complete one is kept.
CREATE TABLE quality_checks (
  id uuid PRIMARY KEY,
  asset_id uuid NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('WAITING', 'RUNNING', 'COMPLETE', 'FAILED')),
  report jsonb CHECK (report IS NOT NULL OR status <> 'COMPLETE'),
  attempt int NOT NULL DEFAULT 0,
  losses int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
CREATE INDEX quality_checks_due ON quality_checks (due_at, id) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX quality_checks_asset ON quality_checks (asset_id, id DESC);
CREATE UNIQUE INDEX quality_checks_open ON quality_checks (asset_id) WHERE status IN ('WAITING', 'RUNNING');
