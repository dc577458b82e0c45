import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { organizationWithMoney } from '../money/money-rights.ts';
import type { Queryable } from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from '../tickets/events.ts';
import type { eventIdSchema } from '../votes/list-ballots.ts';
import * as closed from './closed-books.ts';

export type BooksStateName = 'NOT_OVER' | 'REFUNDS_UNDER_WAY' | 'READY' | 'CLOSED';

export type EventBooks = {
  event: events.TicketEvent;
  state: BooksStateName;
  sums: closed.Sums;
  closedAt: Date | undefined;
  closedByName: string;
  mayClose: boolean;
};

/** The books of an event, for who sees the money of its organization. */
export async function getEventBooks(
  { db, clock }: FestivalResources,
  viewer: AccountViewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<EventBooks> {
  const event = await events.get(db, eventId);
  const { directorId } = await organizationWithMoney(db, viewer, event.festivalId);
  return readBooks(db, event, { now: clock.now(), mayClose: directorId === viewer.accountId });
}

/** The books as they are, or as they were when they were closed. */
export async function readBooks(
  db: Queryable,
  event: events.TicketEvent,
  { now, mayClose }: { now: Date; mayClose: boolean },
): Promise<EventBooks> {
  const kept = await closed.find(db, event.id);
  if (kept) {
    const { closedAt, closedByName } = kept;
    return { event, state: 'CLOSED', sums: kept, closedAt, closedByName, mayClose };
  }
  const [sums, isRefunding] = [await closed.sums(db, event.id), await closed.isRefunding(db, event.id)];
  const isOver = event.status === 'CANCELLED' || event.endTime <= now;
  const open: BooksStateName = isRefunding ? 'REFUNDS_UNDER_WAY' : 'READY';
  return { event, state: isOver ? open : 'NOT_OVER', sums, closedAt: undefined, closedByName: '', mayClose };
}
