import { countLookups, isMeasuring, pageSeconds, secondsSince } from '@marquee/runtime/telemetry/instruments';

export type PageCache = 'hit' | 'miss' | 'none';

/** Records a response: the route pattern, the status, and whether it came from the cache. */
export type PageAnswered = (route: string, status: number, cache: PageCache) => void;

const lookups = countLookups('page');
const unmeasured: PageAnswered = () => {};

/** Starts measuring a page. */
export function measurePage(): PageAnswered {
  if (!isMeasuring()) return unmeasured;
  const startedAt = performance.now();
  return (route, status, cache) => {
    pageSeconds.record(secondsSince(startedAt), { route, status: String(status), cache });
    if (cache === 'hit') lookups.hit();
    else if (cache === 'miss') lookups.miss();
  };
}
