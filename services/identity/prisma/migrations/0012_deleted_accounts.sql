-- Staff have deleted the account: it is hidden from them at once, and anonymised everywhere by its closing.
ALTER TABLE accounts ADD COLUMN deleted_at timestamptz;
