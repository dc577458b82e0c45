-- Who waits for a ticket of a type that is sold out: one place an account. What has ended has no row.
CREATE TABLE ticket_waits (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES ticket_types (id) ON DELETE CASCADE,
  account_id uuid NOT NULL,
  -- Lower is first. Taken under the lock of the type's list.
  place bigint GENERATED ALWAYS AS IDENTITY,
  -- OFFERED keeps a unit until then.
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'OFFERED')),
  offered_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((state = 'OFFERED') = (offered_until IS NOT NULL)),
  UNIQUE (type_id, account_id)
);
CREATE INDEX ticket_waits_waiting ON ticket_waits (type_id, place) WHERE state = 'WAITING';
CREATE INDEX ticket_waits_offered ON ticket_waits (offered_until) WHERE state = 'OFFERED';
CREATE INDEX ticket_waits_account_id_idx ON ticket_waits (account_id);

-- For whom a unit is kept, while nobody has it and while they are paying. It is free again when the place ends.
ALTER TABLE ticket_units ADD COLUMN wait_id uuid REFERENCES ticket_waits (id) ON DELETE SET NULL;
