-- Mails to makers about staff's decisions on their films. Rows so far are of the other kinds, so that they need not be read.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind
  CHECK (kind IN ('CHALLENGE', 'CREW_INVITATION', 'CREDIT_REQUEST', 'FILM_DECISION')) NOT VALID;
