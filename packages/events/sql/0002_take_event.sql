-- What a consumer does before an event's effect, in one round trip: the lock of the event's key, the event's row in the
-- inbox, and whether an earlier event of the key waits. A volatile function, as this is, sees with each of its
-- statements what was committed before it: whether one waits is asked once the lock is held.
CREATE FUNCTION take_event(of_consumer text, of_event uuid, of_key text) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_consumer || E'\n' || of_key, 0));
  INSERT INTO inbox (consumer, event_id) VALUES (of_consumer, of_event) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN 'SEEN';
  END IF;
  IF EXISTS (SELECT 1 FROM dead_letters WHERE consumer = of_consumer AND key = of_key) THEN
    RETURN 'BEHIND';
  END IF;
  RETURN 'NEXT';
END
$$;
