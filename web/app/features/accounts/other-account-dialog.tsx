import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { useState } from 'react';
import { accountOfPage } from '../../api/browser/page-account.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { checkAccount } from '../../layout/account-switch.ts';
import { fullName, renewSession, useCurrentUser } from '../../layout/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { accountName, switchAccount } from './switch-account.ts';

/**
 * Another tab has chosen another account. The page stays as it was, and saves nothing until it is decided: for the account
 * that it belongs to, with all that was typed, or loaded again for the other [AUT-13].
 */
export function OtherAccountDialog() {
  const user = useCurrentUser();
  const { own } = useOwn(BrowserAccountService.method.listBrowserAccounts, {});
  const [open, setOpen] = useState(true);
  const [pending, refused, attempt] = useAttempt();
  const accounts = own.state === 'ready' ? own.value.accounts : [];
  const used = accounts.find(({ current }) => current);
  const isHere = own.state !== 'ready' || accounts.some(({ id }) => id === accountOfPage());
  const name = user.state === 'account' ? fullName(user.user) || user.user.email || user.user.phone : '';

  const goBack = () =>
    attempt(async () => {
      await switchAccount(accountOfPage() ?? '');
      renewSession();
      checkAccount();
    }, _('We could not go back to this account. Please try again.'));
  return (
    <Dialog
      title={
        used
          ? _('This browser now uses {accountName}', { accountName: accountName(used) })
          : _('This browser now uses another account')
      }
      description={
        name
          ? _('This page was opened by {name}. It stays as it is, and nothing is saved until you choose.', { name })
          : _('This page stays as it is, and nothing is saved until you choose.')
      }
      open={open}
      onOpenChange={setOpen}
      actions={
        <>
          {isHere ? (
            <Button pending={pending} onClick={() => void goBack()}>
              {name ? _('Go back to {name}', { name }) : _('Go back')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={() => window.location.reload()}>
            {used ? _('Continue as {accountName}', { accountName: accountName(used) }) : _('Continue')}
          </Button>
        </>
      }
    >
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
    </Dialog>
  );
}
