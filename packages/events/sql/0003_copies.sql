-- Copies that this service keeps of what others own. Events change them; what is older than the events that the bus
-- still has comes from the owner's export.
CREATE TABLE copies (
  name text PRIMARY KEY,
  -- Where the next page of the export begins; '' at its beginning.
  cursor text NOT NULL DEFAULT '',
  -- When the whole export had been read; null while it has not.
  loaded_at timestamptz,
  -- When this service last followed the events.
  alive_at timestamptz NOT NULL
);
