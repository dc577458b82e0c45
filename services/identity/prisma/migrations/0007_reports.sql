-- What people tell us about Marquee itself: bugs and feedback.
CREATE TABLE reports (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT reports_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  type text NOT NULL CONSTRAINT reports_type CHECK (type IN ('BUG', 'FEEDBACK')),
  title text NOT NULL,
  details text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX reports_account_id_created_at_idx ON reports (account_id, created_at);
