-- Links by which somebody without an account uploads a file of a film.
CREATE TABLE upload_links (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  film_id uuid NOT NULL,
  film_title text NOT NULL,
  slot text NOT NULL,
  partner_name text NOT NULL,
  files integer NOT NULL DEFAULT 0,
  files_max integer NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX upload_links_film ON upload_links (film_id, owner_id, id DESC);
CREATE INDEX upload_links_owner ON upload_links (owner_id);

ALTER TABLE assets ADD COLUMN upload_link_id uuid;
CREATE INDEX assets_upload_link ON assets (upload_link_id) WHERE upload_link_id IS NOT NULL;
