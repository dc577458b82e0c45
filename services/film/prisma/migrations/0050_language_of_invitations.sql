-- In what language whom a film invites is written to: that of the page from which they were invited. '' is English.
ALTER TABLE crew_invitations ADD COLUMN language text NOT NULL DEFAULT '';
