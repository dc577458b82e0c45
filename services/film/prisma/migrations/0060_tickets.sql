-- Film's own copies of what events show and who has tickets, from festival: holders of tickets may watch.
CREATE TABLE screenings (
  -- The event's.
  id uuid PRIMARY KEY,
  version bigint NOT NULL,
  -- Whether tickets of it let people watch.
  open boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- What plays before a film; '' for nothing.
  pre_roll_uri text NOT NULL,
  pre_roll_seconds int NOT NULL CHECK (pre_roll_seconds >= 0)
);

CREATE TABLE screening_films (
  screening_id uuid NOT NULL REFERENCES screenings (id) ON DELETE CASCADE,
  -- Of a film that may be gone.
  film_id uuid NOT NULL,
  PRIMARY KEY (screening_id, film_id)
);
CREATE INDEX screening_films_film_id ON screening_films (film_id);

CREATE TABLE event_tickets (
  id uuid PRIMARY KEY,
  version bigint NOT NULL,
  -- Of an event that may not be known yet.
  event_id uuid NOT NULL,
  -- NULL while nobody has it, or once the account is closed.
  account_id uuid,
  valid boolean NOT NULL
);
CREATE INDEX event_tickets_event_id ON event_tickets (event_id);
CREATE INDEX event_tickets_account_id ON event_tickets (account_id);

CREATE INDEX entitlements_ticket ON entitlements (source_id) WHERE source = 'TICKET';
