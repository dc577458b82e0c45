import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { returnPath } from '@marquee/rules/return-path';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { accountName, switchTo } from './switch-account.ts';

/** Accounts that are still signed in in this browser, for a visitor who is to sign in; nothing where there are none. */
export function ContinueAs() {
  const [params] = useSearchParams();
  const { own } = useOwn(BrowserAccountService.method.listBrowserAccounts, {});
  const [refused, setRefused] = useState<string>();
  const accounts = own.state === 'ready' ? own.value.accounts.filter(({ current }) => !current) : [];
  if (accounts.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label={_('Signed in in this browser')}>
      {refused ? (
        <Banner tone="danger" urgent>
          {refused}
        </Banner>
      ) : null}
      {accounts.map((account) => (
        <button
          key={account.id}
          type="button"
          className="flex min-h-14 items-center gap-4 rounded-panel border border-line-control bg-surface p-3 text-start hover:border-ink-faint"
          onClick={() => {
            setRefused(undefined);
            switchTo(account.id, returnPath(params.get('returnTo')) ?? '/').catch((thrown) =>
              setRefused(messageOf(thrown, _('We could not continue with this account. Please try again.'))),
            );
          }}
        >
          <Avatar name={accountName(account)} picture={account.profilePicture} size="small" />
          <span className="grid min-w-0">
            <span className="truncate font-medium">
              {_('Continue as {accountName}', { accountName: accountName(account) })}
            </span>
            <span className="truncate text-ink-muted text-small">{account.address}</span>
          </span>
        </button>
      ))}
    </section>
  );
}
