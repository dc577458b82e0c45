-- Addresses of native players that were signed before they had a number; those of more than a day ago have expired.
UPDATE playback_sessions SET address_ended_at = seen_at
  WHERE native_hls AND address_ended_at IS NULL AND seen_at > now() - interval '1 day';
