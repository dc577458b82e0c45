-- no-transaction
-- What a page lists by day, apart from the many shares of each day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS film_days_listed ON film_days (film_id, day) WHERE dimension IN ('', 'SOURCE');
