-- The version of the film's last word on who uses an asset: what arrives later and is older changes nothing.
ALTER TABLE assets ADD COLUMN binding_version bigint NOT NULL DEFAULT 0;
