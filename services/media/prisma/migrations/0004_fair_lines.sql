-- Checks and transcodes are claimed by their turn, so that one maker's many files keep nobody else's waiting. Until the
-- release before this one has stopped, the rows that it adds have turn 0 and come first.
ALTER TABLE transcodes
  ADD COLUMN turn bigint NOT NULL DEFAULT 0,
  -- Whose rows take turns with those of others: a maker's short videos, or the long ones.
  ADD COLUMN lane text NOT NULL DEFAULT '',
  -- The member of staff who moved it to the front.
  ADD COLUMN moved_by uuid;
ALTER TABLE assets ADD COLUMN check_turn bigint NOT NULL DEFAULT 0;

-- What waits gets its turns as transcodes.ts and assets.ts count them.
UPDATE transcodes SET lane = line.lane, turn = line.turn
FROM (
  SELECT id, lane, sum(cost) OVER (PARTITION BY lane ORDER BY due_at, id) AS turn
  FROM (
    SELECT t.id, t.due_at, least(greatest(coalesce(a.duration_ms, 0), 60000), 1800000) + 1 AS cost,
      a.owner_id || CASE WHEN coalesce(a.duration_ms, 0) <= 600000 THEN ':short' ELSE ':long' END AS lane
    FROM transcodes t JOIN assets a ON a.id = t.asset_id
    WHERE t.status IN ('WAITING', 'RUNNING')
  ) waiting
) line
WHERE line.id = transcodes.id;
UPDATE assets SET check_turn = line.turn
FROM (
  SELECT id, sum(least(greatest(size_bytes, 134217728), 4294967296) + 1)
    OVER (PARTITION BY owner_id ORDER BY check_due_at, id) AS turn
  FROM assets WHERE state = 'CHECKING'
) line
WHERE line.id = assets.id;

DROP INDEX transcodes_due;
CREATE INDEX transcodes_line ON transcodes (turn, id) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX transcodes_claimed ON transcodes (turn) WHERE attempt > 0;
DROP INDEX assets_checking;
CREATE INDEX assets_check_line ON assets (check_turn, id) WHERE state = 'CHECKING';
CREATE INDEX assets_check_claimed ON assets (check_turn) WHERE check_attempt > 0;
