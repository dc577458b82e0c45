CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  email text,
  phone text,
  sign_in_phone text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  full_name_key text COLLATE "C" NOT NULL,
  last_name_key text COLLATE "C" NOT NULL,
  bio text NOT NULL,
  country text NOT NULL,
  state text NOT NULL,
  city text NOT NULL,
  account_type text CHECK (account_type IN ('INDIVIDUAL', 'COMPANY')),
  consumer_type text CHECK (consumer_type IN ('MOVIE_LOVER', 'ENTERTAINMENT_PRO', 'B2B')),
  talents text[] CHECK (cardinality(talents) <= 4),
  roles text[] CHECK (roles <@ ARRAY['ADMIN', 'SUPER_USER']),
  suspended_at timestamptz,
  suspended_reason text NOT NULL,
  email_bounced_at timestamptz,
  is_onboarding boolean NOT NULL,
  preferred_language text NOT NULL,
  subscription_type text NOT NULL CHECK (subscription_type IN ('NONE', 'FREEMIUM', 'PRO', 'PREMIUM')),
  profile_picture text NOT NULL,
  source text NOT NULL,
  source_id text NOT NULL,
  referrer_id text NOT NULL,
  invitation_id text NOT NULL,
  sign_up_ip text NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_signed_in_at timestamptz,
  CHECK (email = lower(email)),
  CHECK (email IS NOT NULL OR sign_in_phone IS NOT NULL)
);
CREATE UNIQUE INDEX accounts_email_key ON accounts (email);
CREATE UNIQUE INDEX accounts_sign_in_phone_key ON accounts (sign_in_phone);
-- Both columns have the C collation, so that the indexes serve search by prefix and the order of its pages.
CREATE INDEX accounts_full_name_key_id_idx ON accounts (full_name_key, id);
CREATE INDEX accounts_last_name_key_idx ON accounts (last_name_key);

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('SIGN_IN', 'CREATE_ACCOUNT')),
  channel text NOT NULL CHECK (channel IN ('EMAIL', 'PHONE')),
  account_id uuid,
  email text NOT NULL,
  phone text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  country text NOT NULL,
  intent jsonb NOT NULL,
  browser_hash bytea NOT NULL,
  generation int NOT NULL,
  secret_hash bytea NOT NULL,
  tries int NOT NULL,
  device text NOT NULL,
  place text NOT NULL,
  ip text NOT NULL,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  met_at timestamptz,
  ended_at timestamptz,
  met_account_id uuid,
  session_id uuid
);
CREATE UNIQUE INDEX challenges_user_id_key ON challenges (user_id);
CREATE UNIQUE INDEX challenges_secret_hash_key ON challenges (secret_hash);
CREATE INDEX challenges_expires_at_idx ON challenges (expires_at);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT sessions_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  token_hash bytea NOT NULL,
  device text NOT NULL,
  place text NOT NULL,
  ip text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX sessions_token_hash_key ON sessions (token_hash);
CREATE INDEX sessions_account_id_idx ON sessions (account_id);

CREATE TABLE email_changes (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL CONSTRAINT email_changes_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
CREATE INDEX email_changes_account_id_requested_at_idx ON email_changes (account_id, requested_at);
