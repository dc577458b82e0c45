-- Built beside playback, which never waits for it.
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS playback_sessions_native ON playback_sessions (seen_at) WHERE native_hls AND address_ended_at IS NULL;
