-- An export is downloaded by the session whose person has just proven who they are, for an hour.
ALTER TABLE account_exports ADD COLUMN opened_session_id uuid, ADD COLUMN opened_until timestamptz;
