-- Events whose books their director has closed, with what they were then: what comes later changes them no more.
CREATE TABLE closed_books (
  event_id uuid PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  -- NULL once the account is closed.
  closed_by uuid,
  closed_at timestamptz NOT NULL,
  sales int NOT NULL,
  refunds int NOT NULL,
  tickets int NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL
);
CREATE INDEX closed_books_closed_by_idx ON closed_books (closed_by);
