import { normalizeEmail } from '@marquee/rules/email';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import type { FestivalResources } from '../resources.ts';

type Asking = Pick<FestivalResources, 'identity'>;

/** The proven email of an account, whether or not mail reaches it; '' for one without, or who cannot sign in. */
export async function addressOf({ identity }: Asking, accountId: string): Promise<string> {
  const found = await ifFound(identity.getMailAddress({ accountId }));
  return normalizeEmail(found?.provenEmail ?? '');
}

/** The same with their proven phone number: all that a ticket may have been sent to. */
export async function addressesOf({ identity }: Asking, accountId: string): Promise<string[]> {
  const { provenEmail = '', provenPhone = '' } = (await ifFound(identity.getMailAddress({ accountId }))) ?? {};
  return [normalizeEmail(provenEmail), provenPhone].filter((address) => address !== '');
}
