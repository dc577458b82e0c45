-- Pictures of an organization, as media.v1.ImageInfo.
ALTER TABLE organizations ADD COLUMN organization_logo jsonb, ADD COLUMN header_image jsonb;
CREATE INDEX organizations_created_at_id_idx ON organizations (created_at, id);

-- Who was asked is in the team once they accept.
ALTER TABLE team_members ADD COLUMN accepted_at timestamptz;
UPDATE team_members SET accepted_at = added_at;

-- What directors have signed; the newest is in force.
CREATE TABLE agreements (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- NULL once the account is closed.
  director_id uuid,
  years_of_contract int NOT NULL CHECK (years_of_contract BETWEEN 1 AND 10),
  expiration_date timestamptz NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL
);
CREATE INDEX agreements_festival_id_created_at_id_idx ON agreements (festival_id, created_at, id);
CREATE INDEX agreements_director_id_idx ON agreements (director_id);

-- What was done to organizations. It outlives them.
CREATE TABLE organization_actions (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL,
  kind text NOT NULL,
  -- NULL for what the system did.
  actor_id uuid,
  reason text NOT NULL DEFAULT '',
  changes jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL
);
CREATE INDEX organization_actions_festival_id_id_idx ON organization_actions (festival_id, id);
CREATE INDEX organization_actions_actor_id_idx ON organization_actions (actor_id);
