import { Bell, CircleUserRound, Clapperboard, MessageCircle, Network, Search, SquarePen, Ticket } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { _, msg } from '../language/words.ts';
import { iconButtonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { type CurrentUser, isPro, isStaff, useCurrentUser } from './current-user.ts';

const AccountMenu = lazy(() => import('./account-menu.tsx'));
const NoticeBell = lazy(() => import('../features/notices/notice-bell.tsx'));

const rooms = [
  { to: '/', label: msg('Films'), icon: Clapperboard, holds: /^\/(?:films|search|feed)?(?:\/|$)/ },
  { to: '/festivals', label: msg('Festivals'), icon: Ticket, holds: /^\/festivals(?:\/|$)/ },
  { to: '/eohub', label: msg('EOHub'), icon: Network, holds: /^\/eohub(?:\/|$)/ },
  { to: '/chats', label: msg('Chats'), icon: MessageCircle, holds: /^\/chats(?:\/|$)/ },
] as const;

/** The room of those who may enter it [NET-02]; it stands last, so that no other moves when the account is known. */
const studio = { to: '/content', label: msg('Studio'), icon: SquarePen, holds: /^\/content(?:\/|$)/ } as const;

/** The rooms, and which of them this page is in. */
function useRooms() {
  const { pathname } = useLocation();
  const current = useCurrentUser();
  const entersStudio = current.state === 'account' && (isPro(current.user) || isStaff(current.user));
  return [...rooms, ...(entersStudio ? [studio] : [])].map(({ to, label, icon, holds }) => {
    const isActive = holds.test(pathname);
    const link = { to, 'aria-current': isActive ? (pathname === to ? 'page' : 'true') : undefined } as const;
    return { label, icon, isActive, link };
  });
}

/** The slim bar on top of every page; on phones only the name, search and account. */
export function TopBar() {
  const current = useCurrentUser();
  return (
    <header className="sticky top-0 z-30 h-(--bar-height) border-line/60 border-b bg-canvas/92 backdrop-blur-md supports-[not(backdrop-filter:blur(1px))]:bg-canvas">
      <div className="page flex h-full items-center gap-6 lg:gap-10">
        <a href="/" className="font-title text-lead tracking-tight" aria-label={_('Marquee, home')}>
          Marquee
          <span aria-hidden className="text-action-ink">
            .
          </span>
        </a>
        <nav aria-label={_('Main')} className="hidden h-full gap-6 md:flex lg:gap-8">
          {useRooms().map(({ label, isActive, link }) => (
            <Link
              key={link.to}
              {...link}
              className={classNames(
                'relative flex items-center text-small transition-colors duration-(--quick) after:absolute after:inset-x-0 after:-bottom-px after:h-0.5',
                isActive ? 'text-ink after:bg-action' : 'text-ink-muted hover:text-ink',
              )}
            >
              {_(label)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1">
          <SearchLink />
          {/* As wide as it will be at most, so that nothing moves when the account is known. */}
          <div className="flex min-w-23 items-center justify-end gap-1">
            {current.state === 'account' ? (
              <Suspense fallback={<Bell aria-hidden className="mx-3 size-5" />}>
                <NoticeBell accountId={current.user.id} />
              </Suspense>
            ) : null}
            <Account current={current} />
          </div>
        </div>
      </div>
    </header>
  );
}

function SearchLink() {
  return (
    <>
      <a
        href="/search"
        aria-keyshortcuts="/"
        className="me-2 hidden h-9 w-48 items-center gap-2.5 rounded-full bg-raised px-3.5 text-ink-muted text-small shadow-lit transition-colors duration-(--quick) hover:text-ink lg:flex xl:w-60"
      >
        <Search aria-hidden className="size-4" />
        {_('Search')}
        <kbd
          aria-hidden
          className="ms-auto rounded-[4px] border border-line-control px-1.5 font-text text-caption leading-4"
        >
          /
        </kbd>
      </a>
      <a href="/search" aria-label={_('Search')} className={iconButtonClass('medium', 'lg:hidden')}>
        <Search aria-hidden className="size-5" />
      </a>
    </>
  );
}

function Account({ current }: { current: CurrentUser }) {
  if (current.state === 'account') {
    return (
      <Suspense fallback={<AccountPlace />}>
        <AccountMenu user={current.user} />
      </Suspense>
    );
  }
  if (current.state === 'unknown') return <AccountPlace />;
  return (
    <a
      href="/sign-in"
      className="inline-flex min-h-11 items-center rounded-full px-3 font-medium text-action-ink text-small hover:bg-raised"
    >
      {_('Sign in')}
    </a>
  );
}

/** Keeps the place of the account until it is known. */
function AccountPlace() {
  return (
    <span aria-hidden className="grid size-11 place-items-center text-ink-faint">
      <CircleUserRound className="size-6" strokeWidth={1.25} />
    </span>
  );
}

/** The bar at the bottom of phones. */
export function BottomBar() {
  return (
    <nav
      aria-label={_('Main')}
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-canvas/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden"
    >
      {useRooms().map(({ label, icon: Icon, isActive, link }) => (
        <Link
          key={link.to}
          {...link}
          className={classNames(
            'flex h-16 flex-col items-center justify-center gap-1 text-caption',
            isActive ? 'text-action-ink' : 'text-ink-muted',
          )}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.5} />
          {_(label)}
        </Link>
      ))}
    </nav>
  );
}
