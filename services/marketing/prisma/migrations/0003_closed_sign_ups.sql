-- Sign-ups of a day whose accounts are closed: their rows of metric_people are deleted, and they stay counted.
ALTER TABLE metric_days
  ADD COLUMN closed_sign_ups int NOT NULL DEFAULT 0,
  ADD COLUMN closed_onboarded int NOT NULL DEFAULT 0,
  ADD COLUMN closed_watched int NOT NULL DEFAULT 0;
