-- An order lasts as long as its unlock: the start of one replaced only the end of the unlock.
UPDATE orders o SET goods_until = u.started_at + make_interval(secs => u.watch_seconds)
FROM unlocks u
WHERE u.id = o.id AND u.started_at IS NOT NULL AND u.watch_seconds IS NOT NULL AND o.goods_until IS NOT NULL;
