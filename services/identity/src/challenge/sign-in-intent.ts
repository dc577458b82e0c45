import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { oneLine } from '@marquee/rules/plain-text';
import { returnPath } from '@marquee/rules/return-path';
import { z } from 'zod';

const id = oneLine().max(ACCOUNT_LIMITS.intentCharactersMax).catch('');
const flag = z.boolean().catch(false);

/** Where a person was going and why they came. It comes from addresses, so what is not valid is left out. */
const signInIntentSchema = z.object({
  returnTo: z
    .string()
    .transform((path) => returnPath(path) ?? '')
    .catch(''),
  addNewAccount: flag,
  fromLaunchFestival: flag,
  getStart: flag,
  referrerId: id,
  invitationId: id,
  festivalSponsorshipCode: id,
});
export type SignInIntent = z.output<typeof signInIntentSchema>;

/** The intent of a request: its message may be absent. */
export const intentOfRequest = z.unknown().default({}).transform(readIntent);

/** The intent of a kept challenge. */
export function readIntent(value: unknown): SignInIntent {
  return signInIntentSchema.parse(value ?? {});
}

const FESTIVAL_PATH = /^\/festivals\/([^/?#]{1,64})/;

/** Accounts made on the way to a festival's page belong to it for three days [AUT-10]. */
export function sourceOf(intent: SignInIntent): { source: string; sourceId: string } {
  const festivalId = FESTIVAL_PATH.exec(intent.returnTo)?.[1];
  return festivalId ? { source: 'FESTIVAL', sourceId: festivalId } : { source: '', sourceId: '' };
}
