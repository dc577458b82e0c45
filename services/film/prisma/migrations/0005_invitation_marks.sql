-- Who was invited when, for the limits of invitations. A row outlives its credit, so that removing a credit and adding it
-- again gives no further mail. The recipient is a keyed hash; the address stays with the invitation only while a mail may
-- still be sent.
CREATE TABLE invitation_marks (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL,
  recipient_hash bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX invitation_marks_film_id ON invitation_marks (film_id, created_at);
CREATE INDEX invitation_marks_recipient_hash ON invitation_marks (recipient_hash, created_at);
CREATE INDEX invitation_marks_created_at ON invitation_marks (created_at);
UPDATE crew_invitations SET email = '' WHERE ended_at IS NOT NULL;
CREATE INDEX crew_invitations_email ON crew_invitations (created_at) WHERE email <> '';
