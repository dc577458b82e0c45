-- Places where events are.
CREATE TABLE venues (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  address text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  time_zone text NOT NULL,
  capacity int NOT NULL CHECK (capacity > 0),
  created_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1
);
CREATE INDEX venues_festival_id_name_idx ON venues (festival_id, name);

-- Events of organizations, virtual or at a venue.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'PUBLISHED', 'CANCELLED')),
  event_virtual boolean NOT NULL,
  selling_tickets boolean NOT NULL DEFAULT false,
  start_time timestamptz NOT NULL,
  end_time timestamptz NOT NULL,
  -- IANA name, in which the times are shown.
  time_zone text NOT NULL,
  venue_id uuid REFERENCES venues (id),
  -- How many people an event takes; NULL for a virtual event without a limit.
  capacity int CHECK (capacity > 0),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  CHECK (end_time > start_time),
  CHECK (event_virtual OR venue_id IS NOT NULL)
);
CREATE INDEX events_festival_id_start_time_id_idx ON events (festival_id, start_time, id);
CREATE INDEX events_venue_id_idx ON events (venue_id);
