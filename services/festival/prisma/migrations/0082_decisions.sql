-- What makers are mailed of a decision: the organization's own words, with names where {maker} and others stand.
CREATE TABLE decision_mails (
  call_id uuid NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  decision text NOT NULL CHECK (decision IN ('SELECTED', 'NOT_SELECTED', 'WAITLISTED')),
  subject text NOT NULL,
  body text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (call_id, decision)
);

-- The mail that was sent of a submission, once.
CREATE TABLE sent_decisions (
  submission_id uuid PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  decision text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  sent_at timestamptz NOT NULL
);
