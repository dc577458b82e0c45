import type { NotificationWrite } from '../resources.ts';
import * as notices from './notices.ts';

/** Tells the open pages of accounts that their notices have changed, once the transaction has committed [NOT-05]. */
export async function touchBoxes(
  { tx, touch }: Pick<NotificationWrite, 'tx' | 'touch'>,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  for (const box of await notices.raise(tx, accountIds)) touch('notices', box);
}
