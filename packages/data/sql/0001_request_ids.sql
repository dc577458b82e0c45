-- Requests that were answered, with their answers, for 24 hours: a retry gets the same answer.
CREATE TABLE request_ids (
  viewer_id text NOT NULL,
  method text NOT NULL,
  request_id text NOT NULL,
  body_hash bytea NOT NULL,
  response bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (viewer_id, method, request_id)
);
CREATE INDEX request_ids_created_at ON request_ids (created_at);
