-- What staff wrote to users, until the notices of it are deleted.
CREATE TABLE staff_notices (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  text text NOT NULL,
  recipients int NOT NULL,
  sent_by uuid NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX staff_notices_created_at_idx ON staff_notices (created_at);

-- Whom a notice is for; notification reads it in pages, in the order of the key.
CREATE TABLE staff_notice_recipients (
  staff_notice_id uuid NOT NULL,
  account_id uuid NOT NULL,
  PRIMARY KEY (staff_notice_id, account_id)
);
CREATE INDEX staff_notice_recipients_account_id_idx ON staff_notice_recipients (account_id);

-- What staff did with a report: open until somebody takes it in hand, closed with a decision.
ALTER TABLE reports
  ADD COLUMN handled_by uuid,
  ADD COLUMN resolved_at timestamptz,
  ADD COLUMN resolved_by uuid,
  ADD COLUMN decision text NOT NULL DEFAULT '',
  ADD COLUMN note text NOT NULL DEFAULT '';
ALTER TABLE profile_reports
  ADD COLUMN handled_by uuid,
  ADD COLUMN decision text NOT NULL DEFAULT '',
  ADD COLUMN note text NOT NULL DEFAULT '';
CREATE INDEX reports_unresolved ON reports (id) WHERE resolved_at IS NULL;
CREATE INDEX profile_reports_unresolved ON profile_reports (id) WHERE resolved_at IS NULL;
