-- The limit of an account over all films needs to know who invited; it is not known of marks that are there already.
ALTER TABLE invitation_marks ADD COLUMN invited_by uuid;
-- False where the recipient had enough mails that day. Such a mark keeps the film from asking again, and uses up nothing of
-- what the recipient may get from others.
ALTER TABLE invitation_marks ADD COLUMN mailed boolean NOT NULL DEFAULT true;
CREATE INDEX invitation_marks_invited_by ON invitation_marks (invited_by, created_at);
