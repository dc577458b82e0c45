-- Apart from the table, whose foreign key holds up changes of films: this waits for all days.
-- Half of a page is kept free for the next versions of its rows: they stay on it, without entries of their own in the index.
ALTER TABLE film_days SET (fillfactor = 50);
ALTER TABLE film_curves SET (fillfactor = 50);

-- A month is the sum of its days, also where the release before this one adds to them. One process at a time adds to months,
-- as its last step, so that two of them cannot deadlock.
CREATE FUNCTION film_days_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('film_months', 0));
  INSERT INTO film_months AS m (film_id, month, dimension, value, starts, views, played_ms)
  SELECT film_id, date_trunc('month', day)::date, dimension, value, sum(starts), sum(views), sum(played_ms)
  FROM later WHERE dimension IN ('COUNTRY', 'DEVICE') GROUP BY 1, 2, 3, 4
  ON CONFLICT (film_id, month, dimension, value) DO UPDATE SET starts = m.starts + excluded.starts,
    views = m.views + excluded.views, played_ms = m.played_ms + excluded.played_ms;
  RETURN NULL;
END $$;
CREATE FUNCTION film_days_add_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('film_months', 0));
  INSERT INTO film_months AS m (film_id, month, dimension, value, starts, views, played_ms)
  SELECT film_id, date_trunc('month', day)::date, dimension, value, sum(starts), sum(views), sum(played_ms)
  FROM (
    SELECT film_id, day, dimension, value, starts, views, played_ms FROM later
    UNION ALL
    SELECT film_id, day, dimension, value, -starts, -views, -played_ms FROM earlier
  ) d
  WHERE dimension IN ('COUNTRY', 'DEVICE') GROUP BY 1, 2, 3, 4
  ON CONFLICT (film_id, month, dimension, value) DO UPDATE SET starts = m.starts + excluded.starts,
    views = m.views + excluded.views, played_ms = m.played_ms + excluded.played_ms;
  RETURN NULL;
END $$;
CREATE TRIGGER film_days_add_up AFTER INSERT ON film_days REFERENCING NEW TABLE AS later
  FOR EACH STATEMENT EXECUTE FUNCTION film_days_add_up();
CREATE TRIGGER film_days_add_change AFTER UPDATE ON film_days REFERENCING OLD TABLE AS earlier NEW TABLE AS later
  FOR EACH STATEMENT EXECUTE FUNCTION film_days_add_change();

INSERT INTO film_months (film_id, month, dimension, value, starts, views, played_ms)
  SELECT film_id, date_trunc('month', day)::date, dimension, value, sum(starts), sum(views), sum(played_ms)
  FROM film_days WHERE dimension IN ('COUNTRY', 'DEVICE') GROUP BY 1, 2, 3, 4;
