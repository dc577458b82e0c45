-- When the viewer removed the film from what they can continue; a later position puts it back.
ALTER TABLE progress ADD COLUMN dismissed_at timestamptz;
