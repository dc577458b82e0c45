import { countLookups, histogram, isMeasuring, secondsSince } from '@marquee/runtime/telemetry/instruments';

export type PageCache = 'hit' | 'miss' | 'none';

/** Records a response: the route pattern, the status, and whether it came from the cache. */
export type PageAnswered = (route: string, status: number, cache: PageCache) => void;

const PAGE_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const pageSeconds = histogram('marquee_page_seconds', 'Pages answered, by route, status and cache', PAGE_SECONDS);
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
