import { BrowserAccountService } from '@marquee/contracts/identity/v1/browser_account_pb';
import { BROWSER_ACCOUNTS_MAX } from '@marquee/rules/contact';
import { LogOut, UserRoundPlus, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { keepOtherAccountsKnown, otherAccountsKnown } from '../../layout/other-accounts-known.ts';
import { signOut } from '../../layout/sign-out.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { accountName, signOutAll, switchTo } from './switch-account.ts';

const icon = 'size-4';
/** Of an account: a name and an address. */
const ROW_REM = 3.25;

/** The other accounts of this browser, adding one, and signing out of this one or of all [AUT-13]. */
export function MenuAccounts({ name }: { name: string }) {
  const { own, retry } = useOwn(BrowserAccountService.method.listBrowserAccounts, {});
  const accounts = own.state === 'ready' ? own.value.accounts : [];
  const others = accounts.filter(({ current }) => !current);
  const [known] = useState(otherAccountsKnown);
  const othersCount = own.state === 'loading' ? known : others.length;
  useEffect(() => {
    if (own.state === 'ready') keepOtherAccountsKnown(others.length);
  }, [own.state, others.length]);
  const failed = (thrown: unknown, fallback: string) => toast({ message: messageOf(thrown, fallback), tone: 'danger' });
  return (
    <>
      {/* As high as they will be: what is below must not move while it is being pressed. */}
      {own.state === 'loading' && known > 0 ? (
        <div className="px-3 py-2" style={{ height: `${known * ROW_REM}rem` }}>
          <Skeleton className="h-full" label={_('Loading your accounts')} />
        </div>
      ) : null}
      {own.state === 'failed' ? (
        <MenuItem onSelect={() => void retry()}>{_('We failed to load your other accounts. Try again')}</MenuItem>
      ) : null}
      {others.map((account) => (
        <MenuItem
          key={account.id}
          icon={<Avatar name={accountName(account)} picture={account.profilePicture} size="small" />}
          onSelect={() => {
            switchTo(account.id, '/').catch((thrown) =>
              failed(thrown, _('We could not switch to this account. Please try again.')),
            );
          }}
        >
          <span className="grid min-w-0 max-w-56">
            <span className="truncate">{_('Switch to {accountName}', { accountName: accountName(account) })}</span>
            <span className="truncate text-caption text-ink-muted">{account.address}</span>
          </span>
        </MenuItem>
      ))}
      {othersCount + 1 < BROWSER_ACCOUNTS_MAX ? (
        <MenuLink to="/add-account" icon={<UserRoundPlus className={icon} />}>
          {_('Add another account')}
        </MenuLink>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<LogOut className={icon} />} onSelect={() => void signOut()}>
        {othersCount > 0 ? _('Sign out of {name}', { name }) : _('Sign out')}
      </MenuItem>
      {othersCount > 0 ? (
        <MenuItem
          icon={<UsersRound className={icon} />}
          onSelect={() => {
            signOutAll().catch((thrown) => failed(thrown, _('We could not sign you out. Please try again.')));
          }}
        >
          {_('Sign out of all accounts on this browser')}
        </MenuItem>
      ) : null}
    </>
  );
}
