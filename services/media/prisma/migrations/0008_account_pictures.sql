-- Pictures of accounts have an owner in place of an asset. shown_version: the version of the account's last event that
-- named the picture; null until one has.
ALTER TABLE pictures
  ALTER COLUMN asset_id DROP NOT NULL,
  ADD COLUMN owner_id uuid,
  ADD COLUMN shown_version bigint;
CREATE INDEX pictures_owner ON pictures (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX pictures_not_shown ON pictures (created_at) WHERE owner_id IS NOT NULL AND shown_version IS NULL;
