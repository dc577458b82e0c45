-- Likes of reviews and replies to them. Their numbers are summed from rows of their own, so that nobody waits for another.
ALTER TABLE reviews ADD COLUMN likes integer NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN replies integer NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN replies_closed boolean NOT NULL DEFAULT false;
CREATE INDEX reviews_most_liked ON reviews (film_id, likes DESC, created_at DESC, id DESC);

CREATE TABLE review_likes (
  review_id uuid NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- Its writer was notified of the likes of that day.
  noticed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (review_id, account_id)
);
CREATE INDEX review_likes_newest ON review_likes (review_id, created_at DESC, account_id DESC);
CREATE INDEX review_likes_account_id ON review_likes (account_id);
CREATE INDEX review_likes_unnoticed ON review_likes (created_at) WHERE NOT noticed;

CREATE TABLE review_replies (
  id uuid PRIMARY KEY,
  review_id uuid NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  held_at timestamptz,
  held_words text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX review_replies_in_order ON review_replies (review_id, created_at, id);
CREATE INDEX review_replies_newest ON review_replies (created_at DESC, id DESC);
CREATE INDEX review_replies_account_id ON review_replies (account_id);
CREATE INDEX review_replies_held ON review_replies (held_at, id) WHERE held_at IS NOT NULL;

CREATE TABLE review_deltas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  review_id uuid NOT NULL,
  likes integer NOT NULL DEFAULT 0,
  replies integer NOT NULL DEFAULT 0
);
CREATE INDEX review_deltas_review_id ON review_deltas (review_id);
