-- Tickets are sent to phone numbers as well: one address of two, and each forgotten alike. Staff end a gift that nobody has
-- accepted: its ticket is in nobody's hand for good.
ALTER TABLE ticket_gifts ADD COLUMN phone_number text NOT NULL DEFAULT '';
ALTER TABLE ticket_gifts DROP CONSTRAINT ticket_gifts_state_check;
ALTER TABLE ticket_gifts ADD CONSTRAINT ticket_gifts_state_check CHECK (state IN ('SENT', 'RECEIVED', 'ENDED')) NOT VALID;
CREATE INDEX ticket_gifts_phone_number ON ticket_gifts (created_at) WHERE phone_number <> '';
