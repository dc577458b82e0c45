-- Tickets are sent to phone numbers as well: one address of two, and each forgotten alike.
ALTER TABLE ticket_gifts ADD COLUMN phone_number text NOT NULL DEFAULT '';
