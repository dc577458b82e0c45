-- Figures of the product, folded from events. Days are in UTC, and a week is its Monday.

-- Who signed up when, and was active last: a person is a keyed hash of the account's id.
CREATE TABLE metric_people (
  person_key bytea PRIMARY KEY,
  -- Null for who signed up before metrics were counted.
  signed_up_on date,
  onboarded_on date,
  watched_on date,
  active_on date
);
CREATE INDEX metric_people_signed_up_on_idx ON metric_people (signed_up_on);

-- Counts of a day, in parts that are summed when they are read: no row that every event writes.
CREATE TABLE metric_days (
  day date NOT NULL,
  part smallint NOT NULL,
  active int NOT NULL DEFAULT 0,
  played_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, part)
);

-- People who were active in a week, by the week in which they signed up; the first of all days for those before.
CREATE TABLE metric_weeks (
  cohort date NOT NULL,
  week date NOT NULL,
  part smallint NOT NULL,
  active int NOT NULL DEFAULT 0,
  PRIMARY KEY (cohort, week, part)
);
CREATE INDEX metric_weeks_week_idx ON metric_weeks (week);
