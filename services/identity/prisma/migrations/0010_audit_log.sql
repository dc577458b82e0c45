-- What staff did to accounts. It only grows: an entry outlasts the accounts it names, without a foreign key.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  -- Null for the staff command.
  actor_id uuid,
  kind text NOT NULL,
  object_kind text NOT NULL,
  object_id uuid NOT NULL,
  -- [{field, before, after}], as texts, of changed fields only.
  changes jsonb NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
-- Ids rise with time, so that they are the order of the log.
CREATE INDEX audit_log_object_kind_object_id_id_idx ON audit_log (object_kind, object_id, id);
CREATE INDEX audit_log_actor_id_id_idx ON audit_log (actor_id, id);
CREATE INDEX audit_log_kind_id_idx ON audit_log (kind, id);

-- The one change that is allowed empties what the fields of a deleted account were.
CREATE FUNCTION audit_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.changes = '[]' AND to_jsonb(NEW) - 'changes' = to_jsonb(OLD) - 'changes' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log only grows: no % of a row', lower(TG_OP);
END $$;
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_only_grows();

-- Whom staff have invited, until they have an account or the invitation expires.
CREATE TABLE invited_users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX invited_users_email_key ON invited_users (email);
CREATE INDEX invited_users_expires_at_idx ON invited_users (expires_at);

-- The lists of the back office, newest first; the two with a condition are those of its filters.
CREATE INDEX accounts_created_at_id_idx ON accounts (created_at, id);
CREATE INDEX accounts_onboarding ON accounts (created_at, id) WHERE is_onboarding;
CREATE INDEX accounts_onboarded ON accounts (created_at, id) WHERE NOT is_onboarding AND last_signed_in_at IS NOT NULL;
CREATE INDEX accounts_referred ON accounts (referrer_id, created_at, id) WHERE referrer_id <> '';
CREATE INDEX accounts_phone_idx ON accounts (phone);
