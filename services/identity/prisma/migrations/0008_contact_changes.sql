-- Challenges that give an account a new email or phone number, and links that take such a change back. NOT VALID: rows so
-- far have fewer purposes, so that they need not be read.
ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check;
ALTER TABLE challenges ADD CONSTRAINT challenges_purpose_check
  CHECK (purpose IN ('SIGN_IN', 'CREATE_ACCOUNT', 'CHANGE_EMAIL', 'CHANGE_PHONE', 'UNDO_EMAIL', 'UNDO_PHONE')) NOT VALID;
-- Finds the links of an account that an earlier one makes worthless.
CREATE INDEX challenges_undo_idx ON challenges (account_id) WHERE purpose IN ('UNDO_EMAIL', 'UNDO_PHONE');
-- Finds the changes of email that may be deleted.
CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at);
