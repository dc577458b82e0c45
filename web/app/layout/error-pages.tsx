import { DoorClosed, Lock, RotateCcw, Telescope, Unplug, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { refusalOf } from '../api/api-error.ts';
import { GONE, signInPath } from '../api/viewer.ts';
import { _, msg, worded } from '../language/words.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useCurrentUser } from './current-user.ts';
import { useOnline } from './offline-banner.tsx';
import { pageTitle } from './page-meta.ts';

type Page = { icon: ReactNode; title: string; children?: ReactNode; actions?: ReactNode };

/** A page that is only a message. Its title is the page's heading. */
export function MessagePage({ icon, title, children, actions }: Page) {
  return (
    <div className="page grid min-h-[60dvh] place-items-center py-16">
      <div className="grid max-w-lg justify-items-center gap-4 text-center">
        <span className="text-ink-faint [&_svg]:size-10 [&_svg]:stroke-[1.25]">{icon}</span>
        <h1 tabIndex={-1} className="font-title text-title">
          {title}
        </h1>
        {children ? <div className="grid *:text-balance gap-2 text-ink-muted">{children}</div> : null}
        {actions ? <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div> : null}
      </div>
    </div>
  );
}

function GoHome({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) {
  return (
    <a href="/" className={buttonClass(variant)}>
      {_('Go Home')}
    </a>
  );
}
const reload = () => window.location.reload();

const NOT_FOUND = msg('We could not find this page.');
/** [SET-02] */
const FORBIDDEN = msg("You don't have access to this page.");
const FOR_PROS = msg('This room is for Entertainment Pros.');
const SIGN_IN = msg('Please sign in to see this page.');
const UNREACHED = msg('This page could not be reached.');

/** Browsers' messages for a request without any answer. */
const NO_ANSWER = /fetch|network|load failed/i;

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500);

/** The heading of a page that could not be shown. */
export function errorTitle(error: unknown): string {
  const { reason, message } = refusalOf(error);
  const status = statusOf(error);
  if (reason === 'ACCESS_BLOCKED') return _(FOR_PROS);
  if (status === 404) return worded(message) || _(NOT_FOUND);
  if (status === 403) return _(FORBIDDEN);
  if (status === 401) return _(SIGN_IN);
  if (status < 500 && message) return worded(message);
  if (error instanceof TypeError && NO_ANSWER.test(error.message)) return _(UNREACHED);
  const unavailable = status === 503 || status === 504;
  return unavailable ? _('This part of Marquee is not available right now.') : _('Something went wrong on our side.');
}

/** What stands in place of a page that could not be shown. */
export function ErrorPage({ error }: { error: unknown }) {
  const title = errorTitle(error);
  const status = statusOf(error);
  if (title === _(FOR_PROS)) return <AccessBlockedPage />;
  if (refusalOf(error).reason === GONE) return <GonePage title={title} />;
  if (status === 404) return <NotFoundPage message={title} />;
  if (status === 403) return <ForbiddenPage />;
  if (status === 401) return <SignInPage />;
  if (title === _(UNREACHED)) return <UnloadedPage />;
  return <FailurePage title={title} />;
}

export function NotFoundPage({ message }: { message?: string }) {
  return (
    <MessagePage
      icon={<Telescope aria-hidden />}
      title={message || _(NOT_FOUND)}
      actions={<GoHome variant="primary" />}
    >
      <p>{_('It may have moved, or the address may have a letter too many.')}</p>
    </MessagePage>
  );
}

/** What was there and is not any more: its address is right, and `actions` lead to where it was listed. */
export function GonePage({ title, actions = <GoHome variant="primary" /> }: Pick<Page, 'title' | 'actions'>) {
  return <MessagePage icon={<Telescope aria-hidden />} title={title} actions={actions} />;
}

export function ForbiddenPage() {
  return <MessagePage icon={<Lock aria-hidden />} title={_(FORBIDDEN)} actions={<GoHome variant="primary" />} />;
}

/** A room for Entertainment Pros, seen by anybody else. */
export function AccessBlockedPage() {
  const current = useCurrentUser();
  const { pathname, search } = useLocation();
  const visitor = current.state === 'visitor';
  return (
    <MessagePage
      icon={<DoorClosed aria-hidden />}
      title={_(FOR_PROS)}
      actions={
        <>
          {visitor ? (
            <a href={signInPath(`${pathname}${search}`)} className={buttonClass('primary')}>
              {_('Sign in')}
            </a>
          ) : null}
          <a href="/" className={buttonClass(visitor ? 'secondary' : 'primary')}>
            {_('Go Home')}
          </a>
        </>
      }
    >
      <p>
        {_('People who make films meet here, find work and bring their films out.')}{' '}
        {visitor
          ? _('Sign in with the account of an Entertainment Pro to come in.')
          : _('Your account does not open this door.')}
      </p>
    </MessagePage>
  );
}

function SignInPage() {
  const { pathname, search } = useLocation();
  return (
    <MessagePage
      icon={<Lock aria-hidden />}
      title={_(SIGN_IN)}
      actions={
        <a href={signInPath(`${pathname}${search}`)} className={buttonClass('primary')}>
          {_('Sign in')}
        </a>
      }
    />
  );
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" icon={<RotateCcw aria-hidden className="size-4" />} onClick={onClick}>
      {_('Try again')}
    </Button>
  );
}

/** Titles the tab while a message stands in place of the page. */
export function useTitle(name: string): void {
  useEffect(() => {
    const before = document.title;
    const title = pageTitle(name);
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [name]);
}

/** What can be done where a page could not be reached; `goBack` leads to the one before, which is still there. */
export type Unreached = { tryAgain: () => void; goBack?: () => void };

/** The network is down, on one side or the other. */
export function UnreachedPage({ tryAgain, goBack }: Unreached) {
  const online = useOnline();
  useTitle(_(UNREACHED));
  return (
    <MessagePage
      icon={<WifiOff aria-hidden />}
      title={_(UNREACHED)}
      actions={
        online || goBack ? (
          <>
            {online ? <TryAgain onClick={tryAgain} /> : null}
            {goBack ? <Button onClick={goBack}>{_('Go back')}</Button> : <GoHome />}
          </>
        ) : undefined
      }
    >
      <p>{online ? _('Check your network and try again.') : _('You are offline. It is loaded when you are back.')}</p>
    </MessagePage>
  );
}

/** A page whose data did not come: the document is loaded whole when the network is back. */
function UnloadedPage() {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <UnreachedPage tryAgain={reload} />;
}

function FailurePage({ title }: { title: string }) {
  return (
    <MessagePage
      icon={<Unplug aria-hidden />}
      title={title}
      actions={
        <>
          <TryAgain onClick={reload} />
          <GoHome />
        </>
      }
    >
      <p>{_('Nothing you did is lost. Please try again in a moment.')}</p>
    </MessagePage>
  );
}
