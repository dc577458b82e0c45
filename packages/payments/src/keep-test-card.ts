import type { Query } from '@marquee/data/database';
import * as orders from './orders.ts';

type Card = { accountId: string; setupId: string; number: string; expiry: string };

/**
 * Has identity keep a test card that paid an order here, for the buyer of the order. One that identity refuses, because the
 * account was closed meanwhile, fails as a call that gets no answer does, and is tried again.
 */
export function keepTestCard({
  db,
  customers,
}: {
  db: { query: Query };
  customers: { keepTestCard(card: Card): Promise<unknown> };
}) {
  return async ({ orderId, number, expiry }: { orderId: string; number: string; expiry: string }): Promise<void> => {
    const accountId = (await orders.find(db, orderId))?.accountId;
    // The account of an order ends with its owner: there is nobody to keep it for.
    if (accountId) await customers.keepTestCard({ accountId, setupId: orderId, number, expiry });
  };
}
