-- One uploaded file and what it is.
CREATE TABLE assets (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  -- The film it was uploaded for, as its maker says; the film that uses it is bound_film_id.
  film_id uuid,
  bound_film_id uuid,
  kind text NOT NULL CHECK (kind IN ('VIDEO', 'IMAGE')),
  slot text NOT NULL CHECK (slot IN ('FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE')),
  file_name text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  state text NOT NULL CHECK (state IN ('UPLOADING', 'CHECKING', 'READY', 'REFUSED')),
  refused_reason text,
  -- Where the file lies among the blobs, once it is whole.
  source_key text,
  -- What the check measured, for the transcode.
  source jsonb,
  duration_ms int,
  width int,
  height int,
  picture_id uuid,
  current_transcode_id uuid,
  -- How a transcode that starts by itself is made.
  ladder_mode text NOT NULL DEFAULT 'full' CHECK (ladder_mode IN ('full', 'fewest')),
  check_lease_owner uuid,
  check_lease_until timestamptz,
  check_attempts int NOT NULL DEFAULT 0,
  expires_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX assets_owner ON assets (owner_id, id DESC);
CREATE INDEX assets_film ON assets (film_id, id DESC);
CREATE INDEX assets_checking ON assets (id) WHERE state = 'CHECKING';
CREATE INDEX assets_expiring ON assets (expires_at) WHERE state = 'UPLOADING';

-- One making of renditions. Its id is the version that plays.
CREATE TABLE transcodes (
  id uuid PRIMARY KEY,
  asset_id uuid NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('WAITING', 'RUNNING', 'COMPLETE', 'ERROR', 'CANCELLED', 'DELETED')),
  mode text NOT NULL DEFAULT 'full' CHECK (mode IN ('full', 'fewest')),
  -- Rises with every claim; the output of an attempt has a prefix of its own.
  attempt int NOT NULL DEFAULT 0,
  -- How often a worker was lost while it held the lease.
  losses int NOT NULL DEFAULT 0,
  lease_owner uuid,
  lease_until timestamptz,
  progress_percent int NOT NULL DEFAULT 0 CHECK (progress_percent BETWEEN 0 AND 100),
  output_prefix text,
  renditions jsonb NOT NULL DEFAULT '[]',
  audio_tracks jsonb NOT NULL DEFAULT '[]',
  poster_ids uuid[] NOT NULL DEFAULT '{}',
  error_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
CREATE INDEX transcodes_due ON transcodes (created_at, id) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX transcodes_asset ON transcodes (asset_id, id DESC);
ALTER TABLE assets ADD CONSTRAINT assets_current_transcode
  FOREIGN KEY (current_transcode_id) REFERENCES transcodes (id) ON DELETE SET NULL;

-- A picture that pages may ask for in any listed size; its master is decoded, stripped and upright.
CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  asset_id uuid NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  width int NOT NULL,
  height int NOT NULL,
  thumbhash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_asset ON pictures (asset_id);

-- Blobs that nothing names any more, deleted when they are due.
CREATE TABLE garbage (
  prefix text PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX garbage_due ON garbage (due_at);

-- Sessions that ended while tokens of theirs may still be out.
CREATE TABLE ended_sessions (
  session_id text PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_sessions_ended_at ON ended_sessions (ended_at);
