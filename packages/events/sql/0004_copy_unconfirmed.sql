-- While a copy is loaded: the rows that it held when the load began and that the owner's export has not listed since.
-- What is left at the end is gone at its owner, unless an event has brought a newer version meanwhile.
CREATE TABLE copy_unconfirmed (
  copy text NOT NULL,
  id text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (copy, id)
);
COMMENT ON COLUMN copies.alive_at IS 'When this service had last handled every event that the bus had for it.';
