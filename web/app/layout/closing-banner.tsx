import { useLocation } from 'react-router';
import { _ } from '../language/words.ts';
import { useCurrentUser } from './current-user.ts';

const CLOSE_ACCOUNT = '/settings/close-account';

/** Says that the account is closing, with the way back; the page about it says more itself. */
export function ClosingBanner() {
  const current = useCurrentUser();
  const { pathname } = useLocation();
  if (current.state !== 'account' || !current.user.closingAt || pathname === CLOSE_ACCOUNT) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warn-wash px-4 py-2 text-center text-small text-warn-ink">
      <span>{_('Your account is closing. You can look around, but nothing that you do is kept.')}</span>
      <a href={CLOSE_ACCOUNT} className="font-medium underline underline-offset-4">
        {_('Keep my account')}
      </a>
    </p>
  );
}
