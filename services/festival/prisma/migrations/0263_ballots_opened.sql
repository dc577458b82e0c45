-- Who may vote is notified once a ballot opens. Of those that had opened before nobody is.
ALTER TABLE ballots ADD COLUMN opened_at timestamptz(6);
UPDATE ballots SET opened_at = opens_at WHERE opens_at <= now();
CREATE INDEX ballots_unopened ON ballots (opens_at) WHERE opened_at IS NULL;
