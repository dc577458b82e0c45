-- One message to one person, sent once per subject and generation. The address and the secret are not kept: they are
-- asked for at each attempt, so that nothing here is worth stealing.
CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  subject_id text NOT NULL,
  generation int NOT NULL DEFAULT 0,
  channel text NOT NULL DEFAULT '',
  template text NOT NULL DEFAULT '',
  masked_address text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'WAITING',
  attempts int NOT NULL DEFAULT 0,
  bounced boolean NOT NULL DEFAULT false,
  failure text NOT NULL DEFAULT '',
  due_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  CONSTRAINT deliveries_kind CHECK (kind IN ('CHALLENGE', 'CREW_INVITATION')),
  CONSTRAINT deliveries_channel CHECK (channel IN ('', 'EMAIL', 'SMS')),
  CONSTRAINT deliveries_state CHECK (state IN ('WAITING', 'SENT', 'FAILED', 'BOUNCED', 'DROPPED')),
  CONSTRAINT deliveries_due CHECK ((state = 'WAITING') = (due_at IS NOT NULL))
);
CREATE UNIQUE INDEX deliveries_kind_subject_id_generation_key ON deliveries (kind, subject_id, generation);
CREATE INDEX deliveries_due_at ON deliveries (due_at) WHERE state = 'WAITING';

-- Only ever filled by a process with DEV_INBOX=1.
CREATE TABLE dev_inbox_messages (
  id uuid PRIMARY KEY,
  channel text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  links text[] NOT NULL,
  code text NOT NULL,
  sent_at timestamptz NOT NULL
);
