-- Addresses of playbacks that have ended, until the last of their tokens expires.
CREATE TABLE ended_addresses (
  address_id text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_addresses_ended_at ON ended_addresses (ended_at);
CREATE INDEX ended_addresses_expires_at ON ended_addresses (expires_at);
