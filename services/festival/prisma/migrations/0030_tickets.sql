-- What is sold: a ticket to one event, or a pass for several of one organization. Amounts are minor units.
CREATE TABLE ticket_types (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- The buyer chooses the price, from `price` upwards.
  pay_what_you_can boolean NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  quantity int NOT NULL CHECK (quantity > 0),
  limit_per_customer int NOT NULL CHECK (limit_per_customer > 0),
  sale_start timestamptz,
  sale_end timestamptz,
  -- Until how many hours before the start buyers get their money back; NULL where they do not.
  refund_hours int CHECK (refund_hours >= 0),
  withdrawn boolean NOT NULL DEFAULT false,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1
);
CREATE INDEX ticket_types_festival_id_created_at_id_idx ON ticket_types (festival_id, created_at, id);

CREATE TABLE ticket_type_events (
  type_id uuid NOT NULL REFERENCES ticket_types (id) ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  PRIMARY KEY (type_id, event_id)
);
CREATE INDEX ticket_type_events_event_id_idx ON ticket_type_events (event_id);

-- What somebody asked for, paid or free. What is paid has an order of the same id.
CREATE TABLE ticket_orders (
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  -- NULL once the account is closed.
  account_id uuid,
  type_id uuid NOT NULL REFERENCES ticket_types (id),
  quantity int NOT NULL CHECK (quantity > 0),
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  -- HELD has units; RELEASED gave them back unpaid; DELIVERED has tickets; RETURNING waits for the money to be back.
  state text NOT NULL CHECK (state IN ('HELD', 'RELEASED', 'DELIVERED', 'RETURNING', 'RETURNED')),
  held_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX ticket_orders_account_id_type_id_idx ON ticket_orders (account_id, type_id);
CREATE INDEX ticket_orders_type_id_state_idx ON ticket_orders (type_id, state);
CREATE INDEX ticket_orders_held ON ticket_orders (held_until) WHERE state = 'HELD';

-- Capacity: one row for each that can be sold. Whoever locks a row first has it, and nobody waits for another.
CREATE TABLE ticket_units (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES ticket_types (id) ON DELETE CASCADE,
  -- NULL while it is free.
  order_id uuid REFERENCES ticket_orders (id),
  sold boolean NOT NULL DEFAULT false,
  CHECK (order_id IS NOT NULL OR NOT sold)
);
CREATE INDEX ticket_units_free ON ticket_units (type_id) WHERE order_id IS NULL;
CREATE INDEX ticket_units_taken ON ticket_units (type_id, sold) WHERE order_id IS NOT NULL;
CREATE INDEX ticket_units_order_id_idx ON ticket_units (order_id);

-- Tickets that people have: for each unit that was sold, one to each of its events.
CREATE TABLE user_tickets (
  id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1,
  -- NULL for one that went back and whose unit was then removed.
  unit_id uuid REFERENCES ticket_units (id) ON DELETE SET NULL,
  event_id uuid NOT NULL REFERENCES events (id),
  order_id uuid NOT NULL REFERENCES ticket_orders (id),
  -- NULL once the account is closed.
  holder_id uuid,
  -- False once its money goes back.
  valid boolean NOT NULL DEFAULT true,
  -- Raised whenever it changes hands or validity: codes of older generations open no door.
  generation int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
-- No unit in two hands.
CREATE UNIQUE INDEX user_tickets_valid ON user_tickets (unit_id, event_id) WHERE valid;
CREATE INDEX user_tickets_unit_id_idx ON user_tickets (unit_id);
CREATE INDEX user_tickets_holder_id_idx ON user_tickets (holder_id);
CREATE INDEX user_tickets_order_id_idx ON user_tickets (order_id);
CREATE INDEX user_tickets_event_id_idx ON user_tickets (event_id);
