-- Something that people are notified of. Recipients are planned in batches, from where the last one ended.
CREATE TABLE notice_events (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  event_key text NOT NULL,
  variant text NOT NULL DEFAULT '',
  actor_id text NOT NULL DEFAULT '',
  film_id text NOT NULL DEFAULT '',
  subject_id text NOT NULL DEFAULT '',
  recipient_id text NOT NULL DEFAULT '',
  next_page text NOT NULL DEFAULT '',
  planned int NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'WAITING',
  attempts int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  due_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT notice_events_state CHECK (state IN ('WAITING', 'PLANNED', 'FAILED')),
  CONSTRAINT notice_events_due CHECK ((state = 'WAITING') = (due_at IS NOT NULL))
);
CREATE UNIQUE INDEX notice_events_kind_event_key_key ON notice_events (kind, event_key);
CREATE INDEX notice_events_due_at ON notice_events (due_at) WHERE state = 'WAITING';
CREATE INDEX notice_events_ended_created_at ON notice_events (created_at) WHERE state <> 'WAITING';
-- Connections: both people of one.
CREATE INDEX notice_events_actor_id ON notice_events (actor_id, recipient_id) WHERE actor_id <> '' AND recipient_id <> '';

-- What one person is told, once an event. Only ids: the words are written when it is read.
CREATE TABLE notices (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  event_key text NOT NULL,
  variant text NOT NULL DEFAULT '',
  actor_id text NOT NULL DEFAULT '',
  film_id text NOT NULL DEFAULT '',
  subject_id text NOT NULL DEFAULT '',
  in_app boolean NOT NULL,
  digest_key text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  seen_at timestamptz,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX notices_kind_event_key_account_id_key ON notices (kind, event_key, account_id);
CREATE INDEX notices_account_id ON notices (account_id, id) WHERE in_app AND deleted_at IS NULL;
CREATE INDEX notices_unread ON notices (account_id, id) WHERE in_app AND deleted_at IS NULL AND seen_at IS NULL;
CREATE INDEX notices_digest_key ON notices (digest_key) WHERE digest_key <> '';
CREATE INDEX notices_actor_id ON notices (account_id, actor_id) WHERE actor_id <> '';
CREATE INDEX notices_created_at ON notices (created_at);
CREATE INDEX notices_deleted_at ON notices (deleted_at) WHERE deleted_at IS NOT NULL;

-- The version of a person's notices, which open pages follow.
CREATE TABLE notice_boxes (
  account_id uuid PRIMARY KEY,
  version bigint NOT NULL
);

-- What a person chose; without a row the default of the kind holds.
CREATE TABLE notice_preferences (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  enabled boolean NOT NULL,
  PRIMARY KEY (account_id, kind, channel),
  CONSTRAINT notice_preferences_channel CHECK (channel IN ('IN_APP', 'PUSH', 'EMAIL', 'SMS'))
);
CREATE TABLE notice_settings (
  account_id uuid PRIMARY KEY,
  time_zone text NOT NULL DEFAULT 'UTC',
  quiet boolean NOT NULL DEFAULT false,
  quiet_from_minute int NOT NULL DEFAULT 1320,
  quiet_until_minute int NOT NULL DEFAULT 420,
  mail_digest boolean NOT NULL DEFAULT false,
  CONSTRAINT notice_settings_minutes CHECK (quiet_from_minute BETWEEN 0 AND 1439 AND quiet_until_minute BETWEEN 0 AND 1439)
);

-- A browser of an account that gets push messages (RFC 8030), until the session that added it ends.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  session_id text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX push_subscriptions_account_id_endpoint_key ON push_subscriptions (account_id, endpoint);
CREATE INDEX push_subscriptions_session_id ON push_subscriptions (session_id);

-- Each lane has its own workers, so that many notices delay no sign-in. What the code before this plans is of no notice.
ALTER TABLE deliveries ADD COLUMN lane text NOT NULL DEFAULT 'DIRECT';
CREATE INDEX deliveries_lane_due_at ON deliveries (lane, due_at) WHERE state = 'WAITING';
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind
  CHECK (kind IN ('CHALLENGE', 'CREW_INVITATION', 'CREDIT_REQUEST', 'FILM_DECISION',
    'NOTICE_EMAIL', 'NOTICE_SMS', 'NOTICE_PUSH', 'NOTICE_DIGEST')) NOT VALID;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_channel;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_channel CHECK (channel IN ('', 'EMAIL', 'SMS', 'PUSH')) NOT VALID;
