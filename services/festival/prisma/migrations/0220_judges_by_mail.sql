-- Judges who were invited at an address: whoever owns it accepts with their account.
ALTER TABLE judges
  -- Until the invitation is accepted, or its mail is 14 days old.
  ADD COLUMN email text NOT NULL DEFAULT '',
  -- As the director wrote it, until the invitation is accepted.
  ADD COLUMN first_name text NOT NULL DEFAULT '',
  ADD COLUMN last_name text NOT NULL DEFAULT '',
  -- The language of the page from which it was sent.
  ADD COLUMN language text NOT NULL DEFAULT '',
  -- Whose proven address may accept it, a keyed hash; NULL for somebody who was invited by their account.
  ADD COLUMN address_hash bytea;
CREATE UNIQUE INDEX judges_call_id_address_hash_key ON judges (call_id, address_hash);
CREATE INDEX judges_address_hash_idx ON judges (address_hash);

-- Invitations to judge by mail, for their limits a day. They outlive an invitation that is taken back.
CREATE TABLE judge_mails (
  id uuid PRIMARY KEY,
  inviter_id uuid NOT NULL,
  mailbox_hash bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX judge_mails_inviter_id_created_at_idx ON judge_mails (inviter_id, created_at);
CREATE INDEX judge_mails_mailbox_hash_created_at_idx ON judge_mails (mailbox_hash, created_at);
