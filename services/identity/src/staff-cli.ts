import { emailSignInSchema } from '@marquee/rules/sign-in';
import { parse } from '@marquee/runtime/schema';
import type { Role } from '@marquee/runtime/viewer';
import { accountNotFound } from './account/account-errors.ts';
import * as accounts from './account/accounts.ts';
import { type AddStaff, addStaff } from './account/add-staff.ts';
import { reinstateAccount } from './account/reinstate-account.ts';
import { suspendAccount } from './account/suspend-account.ts';
import { staffPasskeyLink } from './passkey/passkey-link.ts';
import type { AccountResources } from './resources.ts';

type StaffCommand =
  | ({ command: 'add' } & AddStaff)
  | { command: 'suspend'; email: string; reason: string }
  | { command: 'reinstate'; email: string }
  | { command: 'passkey-link'; email: string };

export const STAFF_USAGE = `npm run staff -- add <email> <first name> <last name> [ADMIN|SUPER_USER]
npm run staff -- suspend <email> <reason>
npm run staff -- reinstate <email>
npm run staff -- passkey-link <email>`;

/** Reads a command line; undefined when it is no command. */
export function readStaffCommand(args: readonly string[]): StaffCommand | undefined {
  const [command, email, ...rest] = args;
  if (!email) return undefined;
  if (command === 'add' && rest[0] && rest[1]) {
    const role = (rest[2] ?? 'ADMIN').replace('-', '_');
    return isRole(role) ? { command, email, firstName: rest[0], lastName: rest[1], role } : undefined;
  }
  if (command === 'suspend' && rest.length > 0) return { command, email, reason: rest.join(' ') };
  return command === 'reinstate' || command === 'passkey-link' ? { command, email } : undefined;
}

/** Runs a staff command on identity's database and describes the result. Running services learn of it by events. */
export async function runStaffCommand(resources: AccountResources, command: StaffCommand): Promise<string> {
  switch (command.command) {
    case 'add': {
      const account = await addStaff(resources, command);
      return `${account.email} is ${account.roles.join(' and ')}.`;
    }
    case 'suspend': {
      const accountId = await accountIdOf(resources, command.email);
      return `${nameOf(await suspendAccount(resources, { accountId, reason: command.reason }))} is suspended.`;
    }
    case 'passkey-link': {
      const accountId = await accountIdOf(resources, command.email);
      const token = await staffPasskeyLink(resources, accountId);
      return `Open this path of the site within a day, on the device that will have the passkey: /passkey#${token}`;
    }
    case 'reinstate': {
      const accountId = await accountIdOf(resources, command.email);
      return `${nameOf(await reinstateAccount(resources, { accountId }))} is active again.`;
    }
  }
}

async function accountIdOf({ db }: AccountResources, given: string): Promise<string> {
  const { email } = parse(emailSignInSchema, { email: given });
  const id = await accounts.idByEmail(db, email);
  if (!id) throw accountNotFound();
  return id;
}

function nameOf({ email, id }: accounts.Account): string {
  return email ?? id;
}

function isRole(text: string): text is Role {
  return text === 'ADMIN' || text === 'SUPER_USER';
}
