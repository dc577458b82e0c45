-- Calls for submissions. Amounts are minor units; an absent deadline has no fee.
CREATE TABLE calls (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'OPEN', 'CANCELLED')),
  title text NOT NULL,
  description text NOT NULL,
  -- What is taken; all where empty or 0.
  project_types text[] NOT NULL DEFAULT '{}',
  minutes_max int NOT NULL DEFAULT 0 CHECK (minutes_max >= 0),
  countries text[] NOT NULL DEFAULT '{}',
  time_zone text NOT NULL,
  early_ends_at timestamptz,
  regular_ends_at timestamptz NOT NULL,
  late_ends_at timestamptz,
  -- Objects of id, text and required.
  questions jsonb NOT NULL DEFAULT '[]',
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  CHECK (early_ends_at IS NULL OR early_ends_at < regular_ends_at),
  CHECK (late_ends_at IS NULL OR late_ends_at > regular_ends_at)
);
CREATE INDEX calls_festival_id_created_at_id_idx ON calls (festival_id, created_at, id);

CREATE TABLE call_categories (
  id uuid PRIMARY KEY,
  call_id uuid NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  name text NOT NULL,
  position int NOT NULL,
  early_fee bigint NOT NULL CHECK (early_fee >= 0),
  regular_fee bigint NOT NULL CHECK (regular_fee >= 0),
  late_fee bigint NOT NULL CHECK (late_fee >= 0),
  -- NULL where students pay as others.
  student_fee bigint CHECK (student_fee >= 0)
);
CREATE INDEX call_categories_call_id_position_idx ON call_categories (call_id, position);

CREATE TABLE waivers (
  id uuid PRIMARY KEY,
  call_id uuid NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  -- In capital letters.
  code text NOT NULL,
  percent int NOT NULL CHECK (percent BETWEEN 1 AND 100),
  uses_max int NOT NULL CHECK (uses_max > 0),
  uses int NOT NULL DEFAULT 0,
  withdrawn boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CHECK (uses BETWEEN 0 AND uses_max)
);
CREATE UNIQUE INDEX waivers_call_id_code_key ON waivers (call_id, code);

-- What is paid for one has an order of the same id.
CREATE TABLE submissions (
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  call_id uuid NOT NULL REFERENCES calls (id),
  category_id uuid NOT NULL REFERENCES call_categories (id),
  film_id uuid NOT NULL,
  -- NULL once the account is closed.
  maker_id uuid,
  -- HELD waits for its fee; RELEASED was not paid; REFUNDED went back at the provider.
  state text NOT NULL CHECK (state IN
    ('HELD', 'RELEASED', 'SUBMITTED', 'WITHDRAWN', 'DISQUALIFIED', 'CANCELLED', 'REFUNDED')),
  -- '' until it is decided.
  decision text NOT NULL DEFAULT '' CHECK (decision IN ('', 'SELECTED', 'NOT_SELECTED', 'WAITLISTED')),
  -- Its organization ended it, and what was paid goes back.
  refund_owed boolean NOT NULL DEFAULT false,
  -- When its maker was mailed the decision.
  notified_at timestamptz,
  deadline text NOT NULL CHECK (deadline IN ('EARLY', 'REGULAR', 'LATE')),
  student boolean NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND fee),
  waiver_id uuid REFERENCES waivers (id),
  cover_letter text NOT NULL,
  -- Objects of questionId, question and answer, as it was asked.
  answers jsonb NOT NULL,
  held_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  submitted_at timestamptz
);
-- The same film once per category.
CREATE UNIQUE INDEX submissions_film_once ON submissions (category_id, film_id) WHERE state IN ('HELD', 'SUBMITTED');
CREATE INDEX submissions_call_id_state_idx ON submissions (call_id, state);
CREATE INDEX submissions_maker_id_created_at_id_idx ON submissions (maker_id, created_at, id);
CREATE INDEX submissions_film_id_idx ON submissions (film_id);
CREATE INDEX submissions_waiver_id_idx ON submissions (waiver_id);
CREATE INDEX submissions_category_id_idx ON submissions (category_id);
CREATE INDEX submissions_refund_owed ON submissions (id) WHERE refund_owed;
CREATE INDEX submissions_held ON submissions (held_until) WHERE state = 'HELD';
