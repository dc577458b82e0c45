-- Who attended an event: was let in at a door with their ticket, or watched enough of it.
CREATE TABLE attendances (
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('SCAN', 'WATCHED')),
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, account_id, source)
);
CREATE INDEX attendances_account_id_idx ON attendances (account_id);

-- Whether only people vote who have a ticket and attended.
ALTER TABLE ballots ADD COLUMN attended_only boolean NOT NULL DEFAULT false;
