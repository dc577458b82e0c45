-- Organizations: festivals, music groups, clubs and others that show films.
CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('FILM_FESTIVAL', 'MEDIA_CLUB', 'MUSIC_ARTIST', 'CINEMA', 'FILM_SCHOOL', 'OTHER')),
  status text NOT NULL DEFAULT 'INACTIVE' CHECK (status IN ('INACTIVE', 'ACTIVE')),
  -- NULL once the account is closed.
  director_id uuid,
  description text NOT NULL DEFAULT '',
  -- The custom address, in lower case; NULL without one.
  url text,
  state text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  language text NOT NULL DEFAULT '',
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX organizations_url_key ON organizations (url);
CREATE INDEX organizations_status_name_id_idx ON organizations (status, name, id);
CREATE INDEX organizations_director_id_idx ON organizations (director_id);

-- Who works for an organization beside its director.
CREATE TABLE team_members (
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('MANAGER', 'PROGRAMMER', 'DOOR')),
  added_by uuid,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (festival_id, account_id)
);
CREATE INDEX team_members_account_id_idx ON team_members (account_id);

-- Festival's own copy of what identity says of people.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  version bigint NOT NULL
);
