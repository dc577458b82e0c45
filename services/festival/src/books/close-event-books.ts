import { newId } from '@marquee/data/ids';
import type { Payout } from '@marquee/payments/payouts';
import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { organizationToPay } from '../money/money-rights.ts';
import { requestFestivalPayout } from '../money/request-festival-payout.ts';
import * as actions from '../organizations/organization-actions.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import type { eventIdSchema } from '../votes/list-ballots.ts';
import { eventNotOver, refundsUnderWay } from './books-errors.ts';
import * as closed from './closed-books.ts';
import { type EventBooks, readBooks } from './get-event-books.ts';

export type ClosedEvent = { books: EventBooks; payout: Payout | undefined; payoutMessage: string };

/** Closes the books of an event that is over, and begins the payout of what its organization can have [FES-06:books]. */
export async function closeEventBooks(
  write: FestivalWrite,
  viewer: AccountViewer,
  { eventId }: z.output<typeof eventIdSchema>,
): Promise<ClosedEvent> {
  const { tx, clock } = write;
  const { accountId: actorId } = viewer;
  const found = await events.get(tx, eventId);
  const { id: festivalId } = await organizationToPay(tx, viewer, found.festivalId);
  // Who gives money back holds it as well.
  await events.lockForBooks(tx, found.id);
  const now = clock.now();
  const event = await events.get(tx, eventId);
  const { state, sums } = await readBooks(tx, event, { now, mayClose: true });
  if (state === 'NOT_OVER') throw eventNotOver();
  if (state === 'REFUNDS_UNDER_WAY') throw refundsUnderWay();
  if (state === 'READY') {
    const { sales, refunds, tickets, amount, fee } = sums;
    await closed.insert(tx, {
      eventId: event.id,
      closedBy: actorId,
      closedAt: now,
      sales,
      refunds,
      tickets,
      amount,
      fee,
    });
    const changes = [{ field: 'event', before: event.name, after: '' }];
    await actions.append(tx, { festivalId, kind: 'BOOKS_CLOSED', actorId, changes, now });
  }
  const paid = await requestRest(write, viewer, festivalId);
  return { ...paid, books: await readBooks(tx, event, { now, mayClose: true }) };
}

/** The payout of the rest. Where there is none, the books are closed all the same, and the answer says why. */
async function requestRest(
  write: FestivalWrite,
  viewer: AccountViewer,
  festivalId: string,
): Promise<Pick<ClosedEvent, 'payout' | 'payoutMessage'>> {
  try {
    const payout = await requestFestivalPayout(write, viewer, { festivalId, payoutId: newId() });
    return { payout, payoutMessage: '' };
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'FAILED_PRECONDITION') {
      return { payout: undefined, payoutMessage: error.message };
    }
    throw error;
  }
}
