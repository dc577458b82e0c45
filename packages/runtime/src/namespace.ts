/** What names begin with that others can see: metrics, keys and channels of Redis, purposes of tokens, traces. */
export const NAMESPACE = 'marquee';
