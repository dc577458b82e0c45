-- The kinds of mails are a list of the code: naming them here again made each new kind a migration of this table.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_kind;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_kind CHECK (kind <> '') NOT VALID;
