import type { Order, Refund } from '@marquee/payments/orders';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';

const KINDS = {
  PENDING: 'ORDER_REFUND_ASKED',
  SUCCEEDED: 'ORDER_REFUNDED',
  FAILED: 'ORDER_REFUND_FAILED',
} as const satisfies Record<Refund['state'], filmActions.FilmActionKind>;

/** The history of a film says that a refund was asked for, by whom and why, and how it ended. What the system asks for has no entry. */
export async function noteRefund(
  { tx, clock }: FilmWrite,
  { id: orderId, itemId: filmId }: Order,
  { state, askedBy: actorId, reason, failure }: Refund,
): Promise<void> {
  if (actorId === null) return;
  // A film that was removed has a history all the same.
  const film = await films.lockIfThere(tx, filmId);
  const changes = [{ field: 'order', before: orderId, after: '' }];
  if (failure) changes.push({ field: 'failure', before: '', after: failure });
  const at = { filmId, version: film?.version ?? 0n, actorId, createdAt: clock.now() };
  await filmActions.insert(tx, at, [{ kind: KINDS[state], reason, changes }]);
}
