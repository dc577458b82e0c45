-- Who has watched enough of a film at an event, so that festival is notified of it once.
CREATE TABLE event_watches (
  event_id uuid NOT NULL,
  account_id uuid NOT NULL,
  film_id uuid NOT NULL,
  PRIMARY KEY (event_id, account_id, film_id)
);
CREATE INDEX event_watches_account_id ON event_watches (account_id);
