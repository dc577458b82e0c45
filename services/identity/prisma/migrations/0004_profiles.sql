-- Links are a list of label and URL, in the order of the labels.
ALTER TABLE accounts
  ADD COLUMN social_links jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN "union" text NOT NULL DEFAULT '',
  ADD COLUMN profile_visibility text NOT NULL DEFAULT 'PUBLIC'
    CHECK (profile_visibility IN ('PUBLIC', 'HIDDEN', 'PRIVATE'));
-- The parts of the sitemap, by the last digit of the id.
CREATE INDEX accounts_listed ON accounts (right(id::text, 1), id)
  WHERE profile_visibility = 'PUBLIC' AND consumer_type = 'ENTERTAINMENT_PRO' AND NOT is_onboarding AND suspended_at IS NULL;
