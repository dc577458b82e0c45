-- Reviews and replies that readers report, until staff decide.
ALTER TABLE reviews ADD COLUMN reported_at timestamptz;
ALTER TABLE review_replies ADD COLUMN reported_at timestamptz;

CREATE TABLE review_reports (
  review_id uuid NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  reason text NOT NULL,
  details text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (review_id, account_id)
);
CREATE INDEX review_reports_account_id ON review_reports (account_id);
CREATE TABLE reply_reports (
  reply_id uuid NOT NULL REFERENCES review_replies (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  reason text NOT NULL,
  details text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (reply_id, account_id)
);
CREATE INDEX reply_reports_account_id ON reply_reports (account_id);
