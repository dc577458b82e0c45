import { normalizeEmail } from '@marquee/rules/email';
import { withoutPersonalData } from '@marquee/runtime/log';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityWrite } from '../resources.ts';
import * as accounts from './accounts.ts';

const DIAGNOSTIC_CHARACTERS_MAX = 200;

export const reportBounceSchema = z.object({
  email: z.string().transform(normalizeEmail),
  // Cut before it is searched for addresses, which takes long in a long text.
  diagnostic: z.string().transform((text) => withoutPersonalData(text.slice(0, DIAGNOSTIC_CHARACTERS_MAX))),
});

/** Marks the account whose mail bounced for good; an email without an account is ignored [AUT-16]. */
export async function reportBounce(
  { tx, clock, log }: IdentityWrite,
  _viewer: Viewer,
  { email, diagnostic }: z.output<typeof reportBounceSchema>,
): Promise<void> {
  const account = await accounts.setBounced(tx, email, clock.now());
  if (account) log.info({ accountId: account.id, diagnostic }, 'mail to an account bounced for good');
}
