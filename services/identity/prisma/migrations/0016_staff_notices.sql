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
