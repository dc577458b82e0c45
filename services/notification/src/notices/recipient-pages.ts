import type { Clock } from '@marquee/runtime/clock';
import type { ClaimedEvent, RecipientPage } from './notice.ts';
import { type RecipientSources, recipientsOf } from './recipients.ts';

/** Events of which a page waits here: others ask for their next page when they need it. */
const EVENTS_AHEAD_MAX = 10;

/** As long as an attempt holds an event: whom it is for may change later, or another process may have written the page. */
const AHEAD_MS_MAX = 20_000;

type Ahead = { nextPage: string; page: Promise<RecipientPage>; askedAt: number };

/**
 * The pages of recipients of events. While one is written, the next is asked for: to ask its owner takes as long as to write.
 */
export function recipientPages(sources: RecipientSources, clock: Clock) {
  const ahead = new Map<string, Ahead>();

  function ask(event: ClaimedEvent): void {
    const page = recipientsOf(sources, event);
    // The attempt that needs it fails by the error.
    page.catch(() => {});
    const [oldest] = ahead.keys();
    if (oldest !== undefined && ahead.size >= EVENTS_AHEAD_MAX) ahead.delete(oldest);
    ahead.set(event.id, { nextPage: event.nextPage, page, askedAt: clock.now().getTime() });
  }

  return {
    /** The next page of whom an event is for. */
    async next(event: ClaimedEvent): Promise<RecipientPage> {
      const asked = ahead.get(event.id);
      ahead.delete(event.id);
      const isFresh = asked?.nextPage === event.nextPage && clock.now().getTime() - asked.askedAt <= AHEAD_MS_MAX;
      const page = await (isFresh ? asked.page : recipientsOf(sources, event));
      if (page.nextPage !== '') ask({ ...event, nextPage: page.nextPage });
      return page;
    },
    forget: ({ id }: Pick<ClaimedEvent, 'id'>): void => void ahead.delete(id),
  };
}
