import { COUNTRY_DEFAULT } from '@marquee/rules/countries';
import { normalizeEmail } from '@marquee/rules/email';
import type { AccountType, ConsumerType, Role } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import type { NewAccount } from '../account/accounts.ts';
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

/** Makes onboarded accounts that do not exist yet; running it again changes nothing. Returns the ids that it made. */
export async function importAccounts(
  resources: AccountResources,
  imported: readonly ImportedAccount[],
): Promise<string[]> {
  const made: string[] = [];
  for (const account of imported) {
    const row = newAccount(account, resources.clock.now());
    const created = await transact(resources, (transaction) => createAccount(transaction, row));
    if (created) made.push(created.id);
  }
  return made;
}

// Field by field: what the data holds besides is no column.
function newAccount(account: ImportedAccount, now: Date): NewAccount {
  return {
    id: account.id,
    email: normalizeEmail(account.email),
    phone: account.phone ?? null,
    signInPhone: account.phone ?? null,
    firstName: account.firstName,
    lastName: account.lastName,
    consumerType: account.consumerType,
    accountType: account.accountType ?? null,
    talents: account.talents ?? [],
    roles: account.roles ?? [],
    bio: account.bio ?? '',
    country: account.country ?? COUNTRY_DEFAULT,
    state: account.state ?? '',
    city: account.city ?? '',
    profilePicture: account.profilePicture ?? '',
    isOnboarding: false,
    source: 'IMPORT',
    sourceId: '',
    referrerId: '',
    invitationId: '',
    signUpIp: '',
    createdAt: now,
  };
}
