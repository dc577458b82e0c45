import type { Client } from '@connectrpc/connect';
import type { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';

/** How long an answer of film is used. */
const KEPT_MS = 10_000;
const KEPT_MAX = 200;
const TIMEOUT_MS = 2_000;

export type EventViewers = {
  /** How many watch films of these events now; undefined while film does not answer. */
  count(eventIds: readonly string[]): Promise<number | undefined>;
};

/** Asks film who watches events, and each events of one dashboard once in ten seconds, however many look at it. */
export function createEventViewers({
  films,
  clock,
  log,
}: {
  films: Pick<Client<typeof NoticeFactsService>, 'countEventViewers'>;
  clock: Clock;
  log: Logger;
}): EventViewers {
  const kept = new Map<string, { at: number; viewers: Promise<number | undefined> }>();
  return {
    async count(eventIds) {
      if (eventIds.length === 0) return 0;
      const key = [...eventIds].sort().join(' ');
      const now = clock.now().getTime();
      const known = kept.get(key);
      if (known && now - known.at < KEPT_MS) return known.viewers;
      const asked = films
        .countEventViewers({ eventIds: [...eventIds] }, { timeoutMs: TIMEOUT_MS })
        .then(({ viewers }) => viewers)
        .catch((err: unknown) => {
          log.warn({ err }, 'film did not say who watches events');
          return undefined;
        });
      // The oldest goes first.
      kept.delete(key);
      if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value ?? '');
      kept.set(key, { at: now, viewers: asked });
      return asked;
    },
  };
}
