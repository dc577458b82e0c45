-- Codes that make tickets cheaper.
CREATE TABLE promo_codes (
  id uuid PRIMARY KEY,
  festival_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- Capital letters.
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PERCENT', 'AMOUNT', 'TICKET')),
  -- Percent or minor units; 0 for a whole ticket.
  value bigint NOT NULL CHECK (value >= 0),
  uses int NOT NULL CHECK (uses > 0),
  uses_per_customer int NOT NULL CHECK (uses_per_customer > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  withdrawn boolean NOT NULL DEFAULT false,
  created_by uuid,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX promo_codes_usable ON promo_codes (festival_id, code) WHERE NOT withdrawn;
CREATE INDEX promo_codes_festival_id_created_at_id_idx ON promo_codes (festival_id, created_at, id);

-- Without a row a code is for all tickets of its organization.
CREATE TABLE promo_code_types (
  code_id uuid NOT NULL REFERENCES promo_codes (id) ON DELETE CASCADE,
  type_id uuid NOT NULL REFERENCES ticket_types (id) ON DELETE CASCADE,
  PRIMARY KEY (code_id, type_id)
);
CREATE INDEX promo_code_types_type_id_idx ON promo_code_types (type_id);

-- One row for each use, taken as units are: who locks it first has it, and nobody waits for another.
CREATE TABLE promo_code_uses (
  id uuid PRIMARY KEY,
  code_id uuid NOT NULL REFERENCES promo_codes (id) ON DELETE CASCADE,
  -- NULL while it is free.
  order_id uuid REFERENCES ticket_orders (id)
);
CREATE INDEX promo_code_uses_free ON promo_code_uses (code_id) WHERE order_id IS NULL;
CREATE INDEX promo_code_uses_code_id_idx ON promo_code_uses (code_id);
CREATE UNIQUE INDEX promo_code_uses_order_id_key ON promo_code_uses (order_id);

ALTER TABLE ticket_orders ADD COLUMN promo_code_id uuid REFERENCES promo_codes (id);
-- Off the price of all together.
ALTER TABLE ticket_orders ADD COLUMN discount bigint NOT NULL DEFAULT 0;
CREATE INDEX ticket_orders_promo_code_id_account_id_idx ON ticket_orders (promo_code_id, account_id)
  WHERE promo_code_id IS NOT NULL;
