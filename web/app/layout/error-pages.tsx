import { DoorClosed, Lock, RotateCcw, Telescope, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { refusalOf } from '../api/api-error.ts';
import { signInPath } from '../api/viewer.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useCurrentUser } from './current-user.ts';

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
        {children ? <div className="grid gap-2 text-ink-muted">{children}</div> : null}
        {actions ? <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div> : null}
      </div>
    </div>
  );
}

const goHome = (
  <a href="/" className={buttonClass('primary')}>
    Go Home
  </a>
);

/** What stands in place of a page that could not be shown. */
export function ErrorPage({ error }: { error: unknown }) {
  const { reason, message } = refusalOf(error);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (reason === 'ACCESS_BLOCKED') return <AccessBlockedPage />;
  if (status === 404) return <NotFoundPage message={message} />;
  if (status === 403) return <ForbiddenPage />;
  if (status === 401) return <SignInPage />;
  return <FailurePage message={status >= 500 ? '' : message} status={status} />;
}

export function NotFoundPage({ message }: { message?: string }) {
  return (
    <MessagePage icon={<Telescope aria-hidden />} title={message || 'We could not find this page.'} actions={goHome}>
      <p>It may have moved, or the address may have a letter too many.</p>
    </MessagePage>
  );
}

/** [SET-02] */
export function ForbiddenPage() {
  return <MessagePage icon={<Lock aria-hidden />} title="You don't have access to this page." actions={goHome} />;
}

/** A room for Entertainment Pros, seen by anybody else. */
export function AccessBlockedPage() {
  const current = useCurrentUser();
  const { pathname, search } = useLocation();
  const visitor = current.state === 'visitor';
  return (
    <MessagePage
      icon={<DoorClosed aria-hidden />}
      title="This room is for Entertainment Pros."
      actions={
        <>
          {visitor ? (
            <a href={signInPath(`${pathname}${search}`)} className={buttonClass('primary')}>
              Sign in
            </a>
          ) : null}
          <a href="/" className={buttonClass(visitor ? 'secondary' : 'primary')}>
            Go Home
          </a>
        </>
      }
    >
      <p>People who make films meet here, find work and bring their films out. Your account does not open this door.</p>
    </MessagePage>
  );
}

function SignInPage() {
  const { pathname, search } = useLocation();
  return (
    <MessagePage
      icon={<Lock aria-hidden />}
      title="Please sign in to see this page."
      actions={
        <a href={signInPath(`${pathname}${search}`)} className={buttonClass('primary')}>
          Sign in
        </a>
      }
    />
  );
}

function FailurePage({ message, status }: { message: string; status: number }) {
  const away = status === 503 || status === 504;
  return (
    <MessagePage
      icon={<Unplug aria-hidden />}
      title={message || (away ? 'This part of Marquee is away for a moment.' : 'Something went wrong on our side.')}
      actions={
        <>
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden className="size-4" />}
            onClick={() => window.location.reload()}
          >
            Try again
          </Button>
          <a href="/" className={buttonClass('secondary')}>
            Go Home
          </a>
        </>
      }
    >
      <p>Nothing you did is lost. Please try again in a moment.</p>
    </MessagePage>
  );
}
