import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import { COUNTRY_DEFAULT } from '@marquee/rules/countries';
import { fullNameSchema } from '@marquee/rules/profile';
import { emailSignInSchema } from '@marquee/rules/sign-in';
import { parse } from '@marquee/runtime/schema';
import type { Role } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import * as auditLog from '../audit/audit-log.ts';
import type { AccountResources } from '../resources.ts';
import * as accounts from './accounts.ts';
import { createAccount } from './create-account.ts';

export type AddStaff = { email: string; role: Role; firstName: string; lastName: string };

/** Gives a role to the account of this email, which is made if there is none. Only the staff command calls it. */
export function addStaff(resources: AccountResources, input: AddStaff): Promise<accounts.Account> {
  const { email } = parse(emailSignInSchema, input);
  const name = parse(fullNameSchema, input);
  const now = resources.clock.now();
  return transact(resources, async (transaction) => {
    const { tx } = transaction;
    const known = async () => accounts.lockByEmail(tx, email);
    const made = (await known()) ?? (await createAccount(transaction, staffAccount(email, name, now)));
    // Another command may have made it meanwhile, and has committed it.
    const account = made ?? existing(await known(), 'the account of this email');
    if (account.roles.includes(input.role)) return account;
    const staff = await accounts.setRoles(tx, account.id, [...account.roles, input.role], now);
    const changes = [{ field: 'roles', before: account.roles.join(', '), after: staff.roles.join(', ') }];
    await auditLog.append(tx, { kind: 'ROLE_GIVEN', objectId: staff.id, changes, now });
    return staff;
  });
}

function staffAccount(email: string, name: { firstName: string; lastName: string }, now: Date): accounts.NewAccount {
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
