-- When a Pro is available or booked: a list of kind, firstDay, lastDay and note, by its days.
ALTER TABLE accounts ADD COLUMN availability jsonb NOT NULL DEFAULT '[]';
