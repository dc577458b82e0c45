-- An export is downloaded by the session whose person has just proven who they are, for an hour.
ALTER TABLE account_exports ADD COLUMN opened_session_id uuid, ADD COLUMN opened_until timestamptz;
-- Notices of passkeys and invitations by staff: challenges that nothing meets. Rows so far have fewer purposes, so that they
-- need not be read.
ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check;
ALTER TABLE challenges ADD CONSTRAINT challenges_purpose_check
  CHECK (purpose IN ('SIGN_IN', 'CREATE_ACCOUNT', 'CHANGE_EMAIL', 'CHANGE_PHONE', 'UNDO_EMAIL', 'UNDO_PHONE',
    'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'INVITED')) NOT VALID;
