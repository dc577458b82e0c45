-- Plays of whole months by country and device, so that the shares of a year are not summed from each of its days.
CREATE TABLE film_months (
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  -- Its first day.
  month date NOT NULL,
  dimension text NOT NULL CHECK (dimension IN ('COUNTRY', 'DEVICE')),
  value text NOT NULL,
  starts bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  played_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (film_id, month, dimension, value)
) WITH (fillfactor = 50);
