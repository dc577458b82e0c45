-- By what is judged, and who reads the notes of judges beside them.
ALTER TABLE calls
  ADD COLUMN rubric_scale int NOT NULL DEFAULT 5 CHECK (rubric_scale IN (5, 10)),
  ADD COLUMN blind boolean NOT NULL DEFAULT false,
  ADD COLUMN notes_audience text NOT NULL DEFAULT 'DESK' CHECK (notes_audience IN ('NOBODY', 'MANAGERS', 'DESK'));

CREATE TABLE judging_criteria (
  id uuid PRIMARY KEY,
  call_id uuid NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  name text NOT NULL,
  weight int NOT NULL CHECK (weight BETWEEN 1 AND 100),
  position int NOT NULL
);
CREATE INDEX judging_criteria_call_id_position_idx ON judging_criteria (call_id, position);

CREATE TABLE judges (
  id uuid PRIMARY KEY,
  call_id uuid NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  -- NULL once the account is closed.
  account_id uuid,
  invited_by uuid,
  invited_at timestamptz NOT NULL,
  -- NULL while they have not answered.
  accepted_at timestamptz
);
CREATE UNIQUE INDEX judges_call_id_account_id_key ON judges (call_id, account_id);
CREATE INDEX judges_account_id_idx ON judges (account_id);

-- What a judge is given, with their note and whether they are done.
CREATE TABLE judge_assignments (
  judge_id uuid NOT NULL REFERENCES judges (id) ON DELETE CASCADE,
  submission_id uuid NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  assigned_at timestamptz NOT NULL,
  -- Why they cannot judge it; '' where they can.
  conflict text NOT NULL DEFAULT '' CHECK (conflict IN ('', 'MAKER', 'CREW', 'DECLARED')),
  conflict_reason text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (judge_id, submission_id)
);
CREATE INDEX judge_assignments_submission_id_idx ON judge_assignments (submission_id);

CREATE TABLE judge_scores (
  judge_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  criterion_id uuid NOT NULL REFERENCES judging_criteria (id),
  score int NOT NULL CHECK (score BETWEEN 1 AND 10),
  PRIMARY KEY (judge_id, submission_id, criterion_id),
  CONSTRAINT judge_scores_judge_id_submission_id_fkey FOREIGN KEY (judge_id, submission_id)
    REFERENCES judge_assignments (judge_id, submission_id) ON DELETE CASCADE
);
CREATE INDEX judge_scores_criterion_id_idx ON judge_scores (criterion_id);

-- Who may watch the film of a submission, and until when.
CREATE TABLE screeners (
  submission_id uuid NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (submission_id, account_id)
);
CREATE INDEX screeners_account_id_idx ON screeners (account_id);
