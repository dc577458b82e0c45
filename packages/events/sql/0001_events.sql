-- Events of this service that wait to be published, written in the transaction of their cause.
CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  topic text NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
CREATE INDEX outbox_pending ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published_at ON outbox (published_at) WHERE published_at IS NOT NULL;

-- Events that a consumer of this service has received: each takes effect once.
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_received_at ON inbox (received_at);

-- Events that failed, and the later ones of their key behind them, in order. `due_at` is when the first of a key is
-- tried again; without it a person replays it.
CREATE TABLE dead_letters (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  topic text NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  body bytea NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (consumer, event_id)
);
CREATE INDEX dead_letters_key ON dead_letters (consumer, key, seq);
CREATE INDEX dead_letters_due ON dead_letters (consumer, due_at) WHERE due_at IS NOT NULL;
