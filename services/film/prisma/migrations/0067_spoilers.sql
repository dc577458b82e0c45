-- Reviews and replies that reveal what happens: marked by their writer, by readers, or by staff, who have the last word
-- on what readers mark.
ALTER TABLE reviews ADD COLUMN spoiler boolean NOT NULL DEFAULT false;
ALTER TABLE reviews ADD COLUMN folded_at timestamptz;
ALTER TABLE reviews ADD COLUMN spoiler_decided boolean;
CREATE INDEX reviews_folded ON reviews (folded_at, id) WHERE folded_at IS NOT NULL AND spoiler_decided IS NULL;
ALTER TABLE review_replies ADD COLUMN spoiler boolean NOT NULL DEFAULT false;
ALTER TABLE review_replies ADD COLUMN folded_at timestamptz;
ALTER TABLE review_replies ADD COLUMN spoiler_decided boolean;
CREATE INDEX review_replies_folded ON review_replies (folded_at, id) WHERE folded_at IS NOT NULL AND spoiler_decided IS NULL;

CREATE TABLE review_spoiler_marks (
  review_id uuid NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (review_id, account_id)
);
CREATE INDEX review_spoiler_marks_account_id ON review_spoiler_marks (account_id);
CREATE TABLE reply_spoiler_marks (
  reply_id uuid NOT NULL REFERENCES review_replies (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (reply_id, account_id)
);
CREATE INDEX reply_spoiler_marks_account_id ON reply_spoiler_marks (account_id);
