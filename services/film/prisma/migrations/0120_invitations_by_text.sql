-- A person whom a film invites may be written to by text message: of email and phone number one is given.
ALTER TABLE crew_invitations ADD COLUMN phone_number text NOT NULL DEFAULT '';
CREATE INDEX crew_invitations_phone ON crew_invitations (created_at) WHERE phone_number <> '';
