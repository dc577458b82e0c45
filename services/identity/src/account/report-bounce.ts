import { normalizeEmail } from '@marquee/rules/email';
import { withoutPersonalData } from '@marquee/runtime/log';
import type { IdentityResources } from '../resources.ts';
import { accountStore } from './account-store.ts';

const DIAGNOSTIC_CHARACTERS_MAX = 200;

/** Notes that a mail server refused the address for good; an address without an account is nobody's [AUT-16]. */
export async function reportBounce(
  { db, clock, log }: IdentityResources,
  input: { email: string; diagnostic: string },
) {
  const account = await db.transaction((tx) => accountStore.setBounced(tx, normalizeEmail(input.email), clock.now()));
  if (!account) return;
  const diagnostic = withoutPersonalData(input.diagnostic).slice(0, DIAGNOSTIC_CHARACTERS_MAX);
  log.info({ accountId: account.id, diagnostic }, 'mail to an account bounced for good');
}
