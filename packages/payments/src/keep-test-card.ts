import type { Query } from '@marquee/data/database';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import * as orders from './orders.ts';

type Card = { accountId: string; setupId: string; number: string; expiry: string };

/**
 * Has identity keep a test card that paid an order here, for the buyer of the order; nothing where the account of the buyer
 * was closed meanwhile.
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
    if (accountId) await ifFound(customers.keepTestCard({ accountId, setupId: orderId, number, expiry }));
  };
}
