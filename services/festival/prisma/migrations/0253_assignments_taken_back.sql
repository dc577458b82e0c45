-- When a submission was taken back from a judge who was not done: what they wrote waits in case it is given to them again.
ALTER TABLE judge_assignments ADD COLUMN taken_at timestamptz;
