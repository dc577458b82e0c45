import { COUNTRY_DEFAULT } from '@marquee/rules/countries';
import { normalizeEmail } from '@marquee/rules/email';
import type { AccountType, ConsumerType, Role } from '@marquee/runtime/viewer';
import { createAccount } from '../account/create-account.ts';
import type { AccountResources } from '../resources.ts';

/** An account as a catalogue of demo people gives it. */
export type ImportedAccount = {
  /** UUID; an account that exists already under it is left as it is. */
  id: string;
  email: string;
  /** E.164; taken as proven. */
  phone?: string;
  firstName: string;
  lastName: string;
  consumerType: Exclude<ConsumerType, 'UNSPECIFIED'>;
  accountType?: Exclude<AccountType, 'UNSPECIFIED'>;
  talents?: string[];
  roles?: Role[];
  bio?: string;
  country?: string;
  state?: string;
  city?: string;
  profilePicture?: string;
};

/** Makes onboarded accounts that are not there yet; running it again changes nothing. Gives the ids that it made. */
export async function importAccounts(
  { db, outbox, clock }: AccountResources,
  accounts: readonly ImportedAccount[],
): Promise<string[]> {
  const made: string[] = [];
  for (const account of accounts) {
    const created = await db.transaction((tx) => createAccount(outbox, tx, newAccount(account, clock.now())));
    if (created) made.push(created.id);
  }
  return made;
}

function newAccount(account: ImportedAccount, now: Date) {
  return {
    ...account,
    email: normalizeEmail(account.email),
    phone: account.phone ?? null,
    signInPhone: account.phone ?? null,
    accountType: account.accountType ?? null,
    country: account.country ?? COUNTRY_DEFAULT,
    isOnboarding: false,
    source: 'IMPORT',
    sourceId: '',
    referrerId: '',
    invitationId: '',
    signUpIp: '',
    createdAt: now,
  };
}
