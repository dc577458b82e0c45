import type { Tx } from '@marquee/data/database';
import type { Outbox } from '@marquee/events/outbox';
import { accountCreated, profileChanged } from './account-events.ts';
import { type Account, accountStore, type NewAccount } from './account-store.ts';

/** A new account with its events; nothing when the id, the email or the phone is another account's. */
export async function createAccount(outbox: Outbox, tx: Tx, account: NewAccount): Promise<Account | undefined> {
  const created = await accountStore.insert(tx, account);
  if (!created) return undefined;
  await outbox.append(tx, accountCreated(created));
  await outbox.append(tx, profileChanged(created));
  return created;
}
