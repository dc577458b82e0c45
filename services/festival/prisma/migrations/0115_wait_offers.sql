-- How often a place was offered a ticket: an offer of a sale that is interrupted returns, and is made again later.
ALTER TABLE ticket_waits ADD COLUMN offers int NOT NULL DEFAULT 0;
UPDATE ticket_waits SET offers = 1 WHERE state = 'OFFERED';
