-- The unlocks from before. Each is locked, so that none changes between being read and being committed.
INSERT INTO entitlements (account_id, film_id, source, source_id, ends_at)
SELECT account_id, film_id, 'UNLOCK', id, expire_at FROM unlocks FOR SHARE
ON CONFLICT DO NOTHING;
