import { newId } from '@marquee/data/ids';
import { COUNTRY_DEFAULT } from '@marquee/rules/countries';
import { fullNameSchema } from '@marquee/rules/profile';
import { emailSignInSchema } from '@marquee/rules/sign-in';
import { parse } from '@marquee/runtime/schema';
import type { Role } from '@marquee/runtime/viewer';
import type { AccountResources } from '../resources.ts';
import { accountNotFound } from './account-errors.ts';
import { type Account, accountStore } from './account-store.ts';
import { createAccount } from './create-account.ts';

export type AddStaff = { email: string; role: Role; firstName: string; lastName: string };

/** Makes somebody staff: a new account, or the one that this email has. No public form leads here. */
export async function addStaff({ db, outbox, clock }: AccountResources, input: AddStaff): Promise<Account> {
  const { email } = parse(emailSignInSchema, input);
  const name = parse(fullNameSchema, input);
  return db.transaction(async (tx) => {
    const known = await accountStore.lockByEmail(tx, email);
    if (known?.roles.includes(input.role)) return known;
    const account = known ?? (await createAccount(outbox, tx, staffAccount(email, name, clock.now())));
    const staff = account && (await accountStore.setRoles(tx, account.id, [...account.roles, input.role], clock.now()));
    if (!staff) throw accountNotFound();
    return staff;
  });
}

function staffAccount(email: string, name: { firstName: string; lastName: string }, now: Date) {
  return {
    id: newId(),
    email,
    phone: null,
    signInPhone: null,
    ...name,
    country: COUNTRY_DEFAULT,
    consumerType: 'MOVIE_LOVER',
    isOnboarding: false,
    source: 'STAFF',
    sourceId: '',
    referrerId: '',
    invitationId: '',
    signUpIp: '',
    createdAt: now,
  };
}
