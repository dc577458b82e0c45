-- Ads that staff make of the trailers of films.
CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  title text NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  click_url text NOT NULL,
  companion_text text NOT NULL,
  skip_after_seconds integer CHECK (skip_after_seconds >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  enabled boolean NOT NULL,
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (ends_at > starts_at)
);
CREATE INDEX campaigns_film_id ON campaigns (film_id);

-- Playbacks that began with an ad, by an id that only their player has, without who watches. Each event is a bit.
CREATE TABLE campaign_showings (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  made_at timestamptz NOT NULL,
  events integer NOT NULL DEFAULT 0
);
CREATE INDEX campaign_showings_campaign_id ON campaign_showings (campaign_id);
CREATE INDEX campaign_showings_made_at ON campaign_showings (made_at);

-- Showings of days that are over, summed.
CREATE TABLE campaign_days (
  campaign_id uuid NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  day date NOT NULL,
  served bigint NOT NULL,
  impressions bigint NOT NULL,
  starts bigint NOT NULL,
  first_quartiles bigint NOT NULL,
  midpoints bigint NOT NULL,
  third_quartiles bigint NOT NULL,
  completes bigint NOT NULL,
  skips bigint NOT NULL,
  clicks bigint NOT NULL,
  errors bigint NOT NULL,
  PRIMARY KEY (campaign_id, day)
);
