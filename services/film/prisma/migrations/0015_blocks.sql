-- Film's own copy of who has blocked whom. A block that has ended keeps its version and no ids.
CREATE TABLE blocks (
  id uuid PRIMARY KEY,
  blocker_id uuid,
  blocked_id uuid,
  version bigint NOT NULL
);
CREATE INDEX blocks_blocker_id_blocked_id_idx ON blocks (blocker_id, blocked_id);
