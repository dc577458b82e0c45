-- The log: dense offsets per partition, taken from the partition's row by the appending transaction, so that they
-- appear in their order.
CREATE TABLE partitions (
  topic text NOT NULL,
  partition int NOT NULL,
  next bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);

CREATE TABLE messages (
  topic text NOT NULL,
  partition int NOT NULL,
  "offset" bigint NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  body bytea NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (topic, partition, "offset")
);
CREATE INDEX messages_published_at ON messages (published_at);

-- How far each group has come: the next offset that it will read.
CREATE TABLE group_offsets (
  topic text NOT NULL,
  partition int NOT NULL,
  "group" text NOT NULL,
  next bigint NOT NULL DEFAULT 0,
  PRIMARY KEY ("group", topic, partition)
) WITH (fillfactor = 50);
