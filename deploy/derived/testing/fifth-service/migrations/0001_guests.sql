CREATE TABLE guests (
  person_id text PRIMARY KEY,
  noted_at timestamptz NOT NULL DEFAULT now()
);
