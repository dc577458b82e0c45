-- Waiting rooms in front of sales. The seed decides the order of who registers before the sale opens.
CREATE TABLE sale_rooms (
  event_id uuid PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  seed bytea NOT NULL CHECK (length(seed) = 32),
  created_at timestamptz NOT NULL
);
-- Orders of a type that were opened lately.
CREATE INDEX ticket_orders_type_id_created_at_idx ON ticket_orders (type_id, created_at);
