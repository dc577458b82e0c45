import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { client } from '../../api/browser/client.ts';
import { announceAccount } from '../../layout/account-switch.ts';
import { keepOtherAccountsKnown } from '../../layout/other-accounts-known.ts';

/** Uses another account of this browser from now on; the other tabs notice. @throws ApiError */
export async function switchAccount(accountId: string): Promise<void> {
  await client(BrowserAccountService).switchAccount({ accountId });
  announceAccount();
}

/** The same, and opens a page as a new document, so that nothing of the account before stays in memory. */
export async function switchTo(accountId: string, path: string): Promise<void> {
  await switchAccount(accountId);
  window.location.assign(path);
}

export async function signOutAll(): Promise<void> {
  await client(BrowserAccountService).signOutAll({});
  keepOtherAccountsKnown(0);
  announceAccount();
  window.location.assign('/');
}

/** How an account is called: by its name, or its address before it has one. */
export function accountName(account: { firstName: string; lastName: string; address: string }): string {
  return `${account.firstName} ${account.lastName}`.trim() || account.address;
}
