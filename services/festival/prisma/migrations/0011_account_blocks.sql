-- Festival's own copy of who has blocked whom, from identity: a team does not ask people who are kept apart.
CREATE TABLE account_blocks (
  id uuid PRIMARY KEY,
  -- NULL once the block has ended.
  blocker_id uuid,
  blocked_id uuid,
  version bigint NOT NULL
);
CREATE INDEX account_blocks_blocker_id_blocked_id_idx ON account_blocks (blocker_id, blocked_id);
