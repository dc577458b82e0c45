import { countLookups, isMeasuring, pageSeconds, secondsSince } from '@marquee/runtime/telemetry/instruments';

export type PageCache = 'hit' | 'miss' | 'none';

/** Says that a page was answered: its route as the web app declares it, its status, and where it came from. */
export type PageAnswered = (route: string, status: number, cache: PageCache) => void;

const lookups = countLookups('page');
const unmeasured: PageAnswered = () => {};

/** Begins to measure a page. */
export function measurePage(): PageAnswered {
  if (!isMeasuring()) return unmeasured;
  const startedAt = performance.now();
  return (route, status, cache) => {
    pageSeconds.record(secondsSince(startedAt), { route, status: String(status), cache });
    if (cache === 'hit') lookups.hit();
    else if (cache === 'miss') lookups.miss();
  };
}
