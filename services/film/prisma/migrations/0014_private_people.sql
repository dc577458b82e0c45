-- Films of a person whose profile is private are not listed by person.
ALTER TABLE people ADD COLUMN is_private boolean NOT NULL DEFAULT false;
