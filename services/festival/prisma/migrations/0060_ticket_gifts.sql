-- Tickets that changed hands. The gifts of a ticket are also the chain of who had it: it returns to none of them.
CREATE TABLE ticket_gifts (
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  ticket_id uuid NOT NULL REFERENCES user_tickets (id),
  -- NULL once the account is closed.
  giver_id uuid,
  -- NULL while it waits for the owner of an address, and once the account is closed.
  recipient_id uuid,
  state text NOT NULL CHECK (state IN ('SENT', 'RECEIVED')),
  -- Of a gift by mail, until it was accepted or its mail is 14 days old.
  email text NOT NULL DEFAULT '',
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  -- The language of the page from which it was sent.
  language text NOT NULL DEFAULT '',
  -- Whose proven address may accept it, and whose mailbox it counts for; both keyed hashes. NULL for a connection.
  address_hash bytea,
  mailbox_hash bytea,
  -- False where the recipient had got too many mails that day.
  mailed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  received_at timestamptz
);
-- A ticket is on its way to one recipient.
CREATE UNIQUE INDEX ticket_gifts_open ON ticket_gifts (ticket_id) WHERE state = 'SENT';
CREATE INDEX ticket_gifts_ticket_id_created_at_idx ON ticket_gifts (ticket_id, created_at);
CREATE INDEX ticket_gifts_giver_id_created_at_idx ON ticket_gifts (giver_id, created_at);
CREATE INDEX ticket_gifts_recipient_id_idx ON ticket_gifts (recipient_id);
CREATE INDEX ticket_gifts_mailbox_hash_created_at_idx ON ticket_gifts (mailbox_hash, created_at);
CREATE INDEX ticket_gifts_waiting ON ticket_gifts (address_hash) WHERE state = 'SENT';
CREATE INDEX ticket_gifts_email ON ticket_gifts (created_at) WHERE email <> '';
