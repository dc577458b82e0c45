-- Devices that check tickets at the doors of an event. Only the SHA-256 of a credential is kept.
CREATE TABLE doors (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  name text NOT NULL,
  credential_hash bytea NOT NULL,
  -- NULL once the account is closed.
  opened_by uuid,
  opened_at timestamptz NOT NULL,
  synced_at timestamptz,
  shut_out_at timestamptz,
  -- NULL while it is not shut out, and once the account is closed.
  shut_out_by uuid
);
CREATE INDEX doors_event_id_opened_at_id_idx ON doors (event_id, opened_at, id);
CREATE INDEX doors_opened_by_idx ON doors (opened_by);
CREATE INDEX doors_shut_out_by_idx ON doors (shut_out_by);

-- One row an event that has doors. Who writes scans locks it, so that their numbers have no gaps and become visible in order.
CREATE TABLE door_logs (
  event_id uuid PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  -- The number of the last scan.
  scans bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1
);

-- Who was let in with which ticket. The first of a ticket by `scanned_at` is its entry; further ones are conflicts.
CREATE TABLE ticket_scans (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  door_id uuid NOT NULL REFERENCES doors (id) ON DELETE CASCADE,
  user_ticket_id uuid NOT NULL REFERENCES user_tickets (id) ON DELETE CASCADE,
  generation int NOT NULL,
  -- By the door's clock, corrected by its difference to the server's.
  scanned_at timestamptz NOT NULL,
  -- What the door's clock said.
  door_time timestamptz NOT NULL,
  received_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX ticket_scans_event_id_number_key ON ticket_scans (event_id, number);
CREATE INDEX ticket_scans_event_id_user_ticket_id_idx ON ticket_scans (event_id, user_ticket_id);
CREATE INDEX ticket_scans_door_id_idx ON ticket_scans (door_id);
CREATE INDEX ticket_scans_user_ticket_id_idx ON ticket_scans (user_ticket_id);

-- Tickets that doors have to be told of: all others are as their first code says.
CREATE INDEX user_tickets_changed ON user_tickets (event_id) WHERE version > 1;
