-- Recipients who want no invitations, as keyed hashes of their addresses.
CREATE TABLE mail_refusals (
  address_hash bytea PRIMARY KEY,
  refused_at timestamptz NOT NULL
);
ALTER TABLE dev_inbox_messages ADD COLUMN one_click_url text NOT NULL DEFAULT '';
