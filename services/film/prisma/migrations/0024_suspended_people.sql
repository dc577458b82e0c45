-- What a suspended person shows on their profile is shown to nobody else. The version is that of the account.
ALTER TABLE people ADD COLUMN is_suspended boolean NOT NULL DEFAULT false;
ALTER TABLE people ADD COLUMN suspension_version bigint NOT NULL DEFAULT 0;
