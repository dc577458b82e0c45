-- Ballots of events and of their blocks. `chain_head` is the hash of the chain over the first `records` votes.
CREATE TABLE ballots (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- NULL for the ballot of the whole event.
  block_id uuid,
  type text NOT NULL CHECK (type IN ('CHOICE', 'SCORE')),
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  ticket_holders_only boolean NOT NULL,
  records bigint NOT NULL DEFAULT 0,
  chain_head bytea,
  counted_at timestamptz,
  created_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  CHECK (closes_at > opens_at)
);
CREATE UNIQUE INDEX ballots_event_id_block_id_key ON ballots (event_id, block_id) NULLS NOT DISTINCT;
CREATE INDEX ballots_closes_at_idx ON ballots (closes_at) WHERE counted_at IS NULL;

-- Votes. `slot` is the film where each is given a score, and the ballot where one is chosen: one vote a slot. A record gets
-- its number and hash when the chain is extended.
CREATE TABLE votes (
  id uuid PRIMARY KEY,
  ballot_id uuid NOT NULL REFERENCES ballots (id) ON DELETE CASCADE,
  slot uuid NOT NULL,
  -- NULL once the account is closed: the vote counts on.
  account_id uuid,
  film_id uuid NOT NULL,
  score int NOT NULL DEFAULT 0 CHECK (score BETWEEN 0 AND 5),
  salt bytea NOT NULL,
  commitment bytea NOT NULL,
  number bigint,
  hash bytea,
  cast_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX votes_ballot_id_account_id_slot_key ON votes (ballot_id, account_id, slot);
CREATE UNIQUE INDEX votes_ballot_id_number_key ON votes (ballot_id, number);
CREATE INDEX votes_account_id_idx ON votes (account_id);
CREATE INDEX votes_unnumbered_idx ON votes (ballot_id) WHERE number IS NULL;

-- Sums of the numbered votes, by film.
CREATE TABLE ballot_counts (
  ballot_id uuid NOT NULL REFERENCES ballots (id) ON DELETE CASCADE,
  film_id uuid NOT NULL,
  votes bigint NOT NULL,
  score_sum bigint NOT NULL,
  PRIMARY KEY (ballot_id, film_id)
);
