CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Lower case without accents: what searches compare. The dictionary is named so that the result never depends on a
-- search path, which is what makes it immutable.
CREATE FUNCTION film_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The text with the wildcards of LIKE escaped.
CREATE FUNCTION film_like(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_');

-- Film's own copy of what identity says of people.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  profile_picture text NOT NULL DEFAULT '',
  version bigint NOT NULL
);

-- Settings of makers, the system's and staff's to change.
CREATE TABLE maker_settings (
  account_id uuid PRIMARY KEY,
  auto_approved boolean NOT NULL DEFAULT false
);

CREATE TABLE films (
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  film_title text NOT NULL,
  log_line text NOT NULL DEFAULT '',
  release_type text NOT NULL DEFAULT 'WATCH_NOW'
    CHECK (release_type IN ('WATCH_NOW', 'SCREENING', 'TRAILER', 'SHOWREEL')),
  release_date date,
  rating text NOT NULL DEFAULT '',
  running_time integer NOT NULL DEFAULT 0,
  country text NOT NULL DEFAULT '',
  genres text[] NOT NULL DEFAULT '{}',
  language text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  project_type text NOT NULL CHECK (project_type IN ('SHORT', 'FEATURE')),
  is_student_film boolean NOT NULL DEFAULT false,
  is_first_time_film_maker boolean NOT NULL DEFAULT false,
  has_subtitles boolean NOT NULL DEFAULT false,
  resolution text NOT NULL DEFAULT '',
  festival_name text NOT NULL DEFAULT '',
  festival_id uuid,
  published boolean NOT NULL DEFAULT false,
  is_approved boolean NOT NULL DEFAULT false,
  auto_approved boolean NOT NULL DEFAULT false,
  -- Staff took the approval back: the maker's setting no longer approves this film by itself.
  approval_withdrawn boolean NOT NULL DEFAULT false,
  is_free boolean NOT NULL DEFAULT true,
  self_distribute boolean NOT NULL DEFAULT false,
  usd_cost bigint NOT NULL DEFAULT 0 CHECK (usd_cost >= 0),
  screening_start_time timestamptz,
  license_agreement_status text NOT NULL DEFAULT '' CHECK (license_agreement_status IN ('', 'ACCEPTED')),
  drm_encoding_status text NOT NULL DEFAULT '' CHECK (drm_encoding_status IN ('', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  allowed_locations jsonb NOT NULL DEFAULT '[]',
  blocked_locations jsonb NOT NULL DEFAULT '[]',
  website boolean NOT NULL DEFAULT true,
  mobile boolean NOT NULL DEFAULT true,
  tv boolean NOT NULL DEFAULT true,
  is_festival_winner boolean NOT NULL DEFAULT false,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When it first stood in the feed.
  released_at timestamptz,
  -- What the live assets say, so that a page reads one row.
  poster jsonb,
  trailer_thumbnail jsonb,
  film_media_id uuid,
  film_ready boolean NOT NULL DEFAULT false,
  trailer_media_id uuid,
  trailer_ready boolean NOT NULL DEFAULT false,
  sort_title text NOT NULL DEFAULT '',
  search_text text NOT NULL DEFAULT ''
);
CREATE INDEX films_released ON films (released_at DESC, id DESC) WHERE published AND is_approved;
CREATE INDEX films_sort_title ON films (sort_title, id) WHERE published AND is_approved;
CREATE INDEX films_genres ON films USING gin (genres);
CREATE INDEX films_search ON films USING gin (search_text gin_trgm_ops);
CREATE INDEX films_created_by ON films (created_by, created_at DESC, id DESC);
CREATE INDEX films_created_at ON films (created_at DESC, id DESC);

-- What lies in a film's slots; a replacement of an approved film's asset waits beside the live one.
CREATE TABLE film_assets (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('FILM_VIDEO', 'TRAILER_VIDEO', 'TRAILER_IMAGE', 'POSTER_IMAGE')),
  waiting boolean NOT NULL,
  media_id uuid NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (film_id, kind, waiting)
);
CREATE INDEX film_assets_media_id ON film_assets (media_id);
CREATE INDEX film_assets_waiting ON film_assets (film_id) WHERE waiting;

-- Film's own copy of what media says of its assets, applied by version.
CREATE TABLE media_copies (
  media_id uuid PRIMARY KEY,
  version bigint NOT NULL,
  transcode_status text NOT NULL DEFAULT '' CHECK (transcode_status IN ('', 'IN_PROGRESS', 'COMPLETE', 'ERROR')),
  playable_version text NOT NULL DEFAULT '',
  duration_ms integer NOT NULL DEFAULT 0,
  image jsonb,
  -- Numbers what film tells media of taking and letting go.
  bindings bigint NOT NULL DEFAULT 0
);

-- Counts as they happen, summed into film_stats in batches: no row that everybody writes.
CREATE TABLE stat_deltas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  film_id uuid NOT NULL,
  page_views integer NOT NULL DEFAULT 0,
  views integer NOT NULL DEFAULT 0,
  likes integer NOT NULL DEFAULT 0,
  unlocks integer NOT NULL DEFAULT 0,
  blocks integer NOT NULL DEFAULT 0,
  reports integer NOT NULL DEFAULT 0,
  comments integer NOT NULL DEFAULT 0,
  stars_1 integer NOT NULL DEFAULT 0,
  stars_2 integer NOT NULL DEFAULT 0,
  stars_3 integer NOT NULL DEFAULT 0,
  stars_4 integer NOT NULL DEFAULT 0,
  stars_5 integer NOT NULL DEFAULT 0
);
CREATE INDEX stat_deltas_film_id ON stat_deltas (film_id);

CREATE TABLE film_stats (
  film_id uuid PRIMARY KEY REFERENCES films (id) ON DELETE CASCADE,
  page_views bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  unlocks bigint NOT NULL DEFAULT 0,
  blocks bigint NOT NULL DEFAULT 0,
  reports bigint NOT NULL DEFAULT 0,
  comments integer NOT NULL DEFAULT 0,
  stars_1 integer NOT NULL DEFAULT 0,
  stars_2 integer NOT NULL DEFAULT 0,
  stars_3 integer NOT NULL DEFAULT 0,
  stars_4 integer NOT NULL DEFAULT 0,
  stars_5 integer NOT NULL DEFAULT 0,
  -- The mean, pulled towards 3 while ratings are few; what lists sort by.
  score double precision NOT NULL DEFAULT 0
);
CREATE INDEX film_stats_score ON film_stats (score DESC, film_id DESC);

CREATE TABLE page_view_marks (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  -- The account, or a keyed hash of address and browser.
  visitor text NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (film_id, visitor)
);
CREATE INDEX page_view_marks_counted_at ON page_view_marks (counted_at);

CREATE TABLE crew (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  version bigint NOT NULL DEFAULT 1,
  credit text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role text NOT NULL DEFAULT '',
  person_id uuid,
  created_at timestamptz NOT NULL
);
CREATE INDEX crew_film_id ON crew (film_id, id);

CREATE TABLE crew_invitations (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  crew_id uuid NOT NULL REFERENCES crew (id) ON DELETE CASCADE,
  email text NOT NULL,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX crew_invitations_open ON crew_invitations (crew_id) WHERE ended_at IS NULL;
CREATE INDEX crew_invitations_film_id ON crew_invitations (film_id, created_at);

CREATE TABLE credit_claims (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  crew_id uuid NOT NULL REFERENCES crew (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('OPEN', 'ACCEPTED', 'DECLINED')),
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid
);
CREATE UNIQUE INDEX credit_claims_open ON credit_claims (crew_id, account_id) WHERE state = 'OPEN';
CREATE INDEX credit_claims_film_id ON credit_claims (film_id, id);

CREATE TABLE awards (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  festival_name text NOT NULL,
  festival_id uuid,
  category text NOT NULL,
  year integer NOT NULL,
  winner boolean NOT NULL
);
CREATE INDEX awards_film_id ON awards (film_id, year DESC, id);

-- A rating, with or without words: one per viewer and film.
CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  message text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT reviews_once UNIQUE (film_id, account_id)
);
CREATE INDEX reviews_newest ON reviews (film_id, created_at DESC, id DESC);

CREATE TABLE film_likes (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (film_id, account_id)
);

CREATE TABLE film_reports (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('RIGHTS', 'HATE_OR_VIOLENCE', 'SEXUAL_CONTENT', 'MISLEADING', 'OTHER')),
  details text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT film_reports_once UNIQUE (film_id, account_id)
);

-- A viewer's present right to watch; paid_amount in US cents.
CREATE TABLE unlocks (
  id uuid NOT NULL UNIQUE,
  account_id uuid NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  expire_at timestamptz NOT NULL,
  paid_amount bigint NOT NULL DEFAULT 0,
  coins bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, film_id)
);

CREATE TABLE playback_sessions (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  -- The sign-in that watches; playback ends with it.
  session_id text NOT NULL,
  media_id uuid NOT NULL,
  native_hls boolean NOT NULL,
  duration_ms integer NOT NULL,
  started_at timestamptz NOT NULL,
  position_ms integer NOT NULL DEFAULT 0,
  played_ms integer NOT NULL DEFAULT 0,
  seen_at timestamptz NOT NULL,
  viewed_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX playback_sessions_session_id ON playback_sessions (session_id) WHERE ended_at IS NULL;
CREATE INDEX playback_sessions_account_id ON playback_sessions (account_id) WHERE ended_at IS NULL;

CREATE TABLE playback_events (
  playback_session_id uuid NOT NULL REFERENCES playback_sessions (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  film_id uuid NOT NULL,
  event text NOT NULL CHECK (event IN ('PAUSE', 'PLAY', 'FINISH')),
  time_ms integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (playback_session_id, event_id)
);

-- Where a viewer is in a film. Within a playback session played_ms orders what arrives, across sessions as_of does.
CREATE TABLE progress (
  account_id uuid NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  playback_session_id uuid NOT NULL,
  position_ms integer NOT NULL,
  played_ms integer NOT NULL,
  duration_ms integer NOT NULL,
  finished boolean NOT NULL,
  as_of timestamptz NOT NULL,
  PRIMARY KEY (account_id, film_id)
);
CREATE INDEX progress_continue ON progress (account_id, as_of DESC, film_id DESC) WHERE NOT finished;

-- Visible films whose text is like the query, best first. The threshold is the function's own: 'godfahter' finds.
SELECT show_limit();
CREATE FUNCTION film_search(query text, films_max integer) RETURNS TABLE (id uuid, relevance real)
  LANGUAGE sql STABLE
  SET pg_trgm.word_similarity_threshold = '0.4'
  AS $$
    SELECT f.id,
      CASE WHEN f.search_text LIKE '%' || film_like(film_fold(query)) || '%' THEN 1::real
        ELSE word_similarity(film_fold(query), f.search_text) END AS relevance
    FROM films f
    WHERE f.published AND f.is_approved
      AND (film_fold(query) <% f.search_text OR f.search_text LIKE '%' || film_like(film_fold(query)) || '%')
    ORDER BY relevance DESC, f.id DESC
    LIMIT films_max
  $$;
