-- protected: the asset plays only from renditions that are encrypted. protection: what its maker is shown.
ALTER TABLE assets
  ADD COLUMN protected boolean NOT NULL DEFAULT false,
  ADD COLUMN protection text NOT NULL DEFAULT '' CHECK (protection IN ('', 'IN_PROGRESS', 'COMPLETED', 'FAILED'));
ALTER TABLE transcodes ADD COLUMN is_protected boolean NOT NULL DEFAULT false;

-- One encryption of packaged renditions, or its removal. Its id is the version that plays afterwards.
CREATE TABLE protections (
  id uuid PRIMARY KEY,
  asset_id uuid NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  -- The version that it is made from.
  source_version uuid NOT NULL,
  is_removal boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('WAITING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- The keys of picture and sound, each sealed with a key of PROTECTION_KEYS; null for a removal.
  sealed_keys jsonb,
  attempt int NOT NULL DEFAULT 0,
  losses int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  progress_percent int NOT NULL DEFAULT 0 CHECK (progress_percent BETWEEN 0 AND 100),
  error_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
CREATE INDEX protections_due ON protections (due_at, id) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX protections_asset ON protections (asset_id, id DESC);
CREATE UNIQUE INDEX protections_open ON protections (asset_id) WHERE status IN ('WAITING', 'RUNNING');
