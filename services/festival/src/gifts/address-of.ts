import { normalizeEmail } from '@marquee/rules/email';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import type { FestivalResources } from '../resources.ts';

/** The proven address of an account, whether or not mail reaches it; '' for one without, or who cannot sign in. */
export async function addressOf({ identity }: Pick<FestivalResources, 'identity'>, accountId: string): Promise<string> {
  const found = await ifFound(identity.getMailAddress({ accountId }));
  return normalizeEmail(found?.provenEmail ?? '');
}
