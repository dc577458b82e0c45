import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write, writeWithoutTransaction } from '@marquee/service/use-case';
import type { IdentityResources } from '../resources.ts';
import { withBrowserSchema } from '../session/browser.ts';
import { chooseSession, clearSessionCookies, withBrowser } from '../session/browser-metadata.ts';
import type { SessionHere } from '../session/sessions-here.ts';
import { listBrowserAccounts } from './list-browser-accounts.ts';
import { findSessionsHere, signOutAll } from './sign-out-all.ts';
import { switchAccount, switchAccountSchema } from './switch-account.ts';

const accountsMessage = (here: readonly (SessionHere & { current: boolean })[]) => ({
  accounts: here.map(({ account, current }) => ({
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    profilePicture: account.profilePicture,
    address: account.email ?? account.signInPhone ?? '',
    current,
  })),
});

/** The accounts of one browser, as its menu shows them. */
export const browserAccountRpc = rpc<IdentityResources>()(BrowserAccountService, {
  listBrowserAccounts: read(withBrowserSchema, listBrowserAccounts, accountsMessage, { from: withBrowser }),
  // Nothing is written: only the browser's cookies change.
  switchAccount: writeWithoutTransaction(
    switchAccountSchema,
    switchAccount,
    async ({ token }, { resources, context }) => {
      await chooseSession(resources, token, context);
      return {};
    },
    { from: withBrowser },
  ),
  signOutAll: write(withBrowserSchema, signOutAll, undefined, {
    from: withBrowser,
    before: findSessionsHere,
    after: clearSessionCookies,
  }),
});
