-- What there is between two people; low_id is the lower of the two ids, so that there is one row for both.
CREATE TABLE connections (
  id uuid PRIMARY KEY,
  low_id uuid NOT NULL CONSTRAINT connections_low_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  high_id uuid NOT NULL CONSTRAINT connections_high_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  state text NOT NULL CHECK (state IN ('NONE', 'REQUESTED', 'CONNECTED')),
  requester_id uuid CHECK (requester_id IN (low_id, high_id)),
  since timestamptz,
  declined_id uuid CHECK (declined_id IN (low_id, high_id)),
  declined_at timestamptz,
  version bigint NOT NULL,
  CHECK (low_id < high_id),
  CHECK (state = 'NONE' OR since IS NOT NULL),
  CHECK (state <> 'REQUESTED' OR requester_id IS NOT NULL)
);
CREATE UNIQUE INDEX connections_low_id_high_id_key ON connections (low_id, high_id);
CREATE INDEX connections_high_id_idx ON connections (high_id);
-- The requests that somebody has made lately, whatever became of them.
CREATE TABLE connection_asks (
  requester_id uuid NOT NULL CONSTRAINT connection_asks_requester_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  recipient_id uuid NOT NULL CONSTRAINT connection_asks_recipient_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (requester_id, recipient_id)
);
CREATE INDEX connection_asks_recipient_id_idx ON connection_asks (recipient_id);
CREATE INDEX connection_asks_asked_at_idx ON connection_asks (asked_at);

-- A block that has ended stays, so that the version of the next one rises.
CREATE TABLE blocks (
  id uuid PRIMARY KEY,
  blocker_id uuid NOT NULL CONSTRAINT blocks_blocker_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  blocked_id uuid NOT NULL CONSTRAINT blocks_blocked_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  blocked_at timestamptz NOT NULL,
  ended_at timestamptz,
  version bigint NOT NULL,
  CHECK (blocker_id <> blocked_id)
);
CREATE UNIQUE INDEX blocks_blocker_id_blocked_id_key ON blocks (blocker_id, blocked_id);
CREATE INDEX blocks_blocked_id_idx ON blocks (blocked_id);

-- One row a profile, viewer and day. viewer_key tells visitors of a day apart and says nothing about them.
CREATE TABLE profile_views (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL CONSTRAINT profile_views_profile_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  viewer_id uuid CONSTRAINT profile_views_viewer_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  viewer_key bytea NOT NULL,
  day date NOT NULL,
  viewed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX profile_views_profile_id_day_viewer_key_key ON profile_views (profile_id, day, viewer_key);
CREATE INDEX profile_views_viewer_id_idx ON profile_views (viewer_id);
CREATE INDEX profile_views_viewed_at_idx ON profile_views (viewed_at);
-- The key of today; that of a day that is over is deleted.
CREATE TABLE profile_view_keys (
  day date PRIMARY KEY,
  key bytea NOT NULL
);
CREATE TABLE profile_view_counts (
  profile_id uuid PRIMARY KEY CONSTRAINT profile_view_counts_profile_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  views bigint NOT NULL
);

CREATE TABLE profile_reports (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL CONSTRAINT profile_reports_profile_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  reporter_id uuid NOT NULL CONSTRAINT profile_reports_reporter_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  reason text NOT NULL,
  details text NOT NULL,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolved_by uuid
);
-- profile_reports_open: one report of a person about a profile while it is open.
CREATE UNIQUE INDEX profile_reports_open ON profile_reports (profile_id, reporter_id) WHERE resolved_at IS NULL;
CREATE INDEX profile_reports_reporter_id_idx ON profile_reports (reporter_id);
CREATE INDEX profile_reports_resolved_at_id_idx ON profile_reports (resolved_at, id);

-- Whom somebody brought here.
CREATE INDEX accounts_referrer_id_idx ON accounts (referrer_id);
