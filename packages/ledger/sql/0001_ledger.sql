-- Double entry. Amounts are whole minor units (cents, coins): positive is a credit, negative a debit.
CREATE TABLE ledger_accounts (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Whose it is: an id, or '' for one of the platform.
  owner text NOT NULL,
  -- A currency as ISO 4217 writes it, or COIN.
  unit text NOT NULL,
  may_be_negative boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (kind, owner, unit)
);

CREATE TABLE ledger_transfers (
  -- Made by the client.
  id uuid PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('PENDING', 'POSTED', 'VOIDED')),
  -- What it is for, such as a kind of movement and the id of an order.
  reason text NOT NULL,
  subject_id uuid,
  body_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX ledger_transfers_pending ON ledger_transfers (created_at) WHERE state = 'PENDING';
CREATE INDEX ledger_transfers_subject ON ledger_transfers (subject_id) WHERE subject_id IS NOT NULL;

-- What each transfer moves: it never changes and never goes.
CREATE TABLE ledger_entries (
  transfer_id uuid NOT NULL REFERENCES ledger_transfers (id),
  account_id uuid NOT NULL REFERENCES ledger_accounts (id),
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transfer_id, account_id)
);
CREATE INDEX ledger_entries_account ON ledger_entries (account_id, transfer_id);

CREATE FUNCTION ledger_entries_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries only grows: no % of a row', lower(TG_OP);
END $$;
CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_entries_only_grow();

-- The entries of a transfer are written by one statement, and are worth nothing together in each unit.
CREATE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM added e JOIN ledger_accounts a ON a.id = e.account_id
    GROUP BY e.transfer_id, a.unit HAVING sum(e.amount) <> 0
  ) THEN
    RAISE EXCEPTION 'the debits of a transfer differ from its credits';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();

-- A balance is the folded sum and the changes since. Transfers only append changes, so that no two of them write one row.
CREATE TABLE ledger_balances (
  account_id uuid PRIMARY KEY REFERENCES ledger_accounts (id),
  posted bigint NOT NULL DEFAULT 0,
  -- Debits of pending transfers, as a positive number: they cannot be spent again.
  held bigint NOT NULL DEFAULT 0
);
CREATE TABLE ledger_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  posted bigint NOT NULL,
  held bigint NOT NULL
);
CREATE INDEX ledger_changes_account ON ledger_changes (account_id);
