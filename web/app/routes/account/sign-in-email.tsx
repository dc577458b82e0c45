import { returnPath } from '@marquee/rules/return-path';
import { Link, redirect, useSearchParams } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { getViewer } from '../../api/viewer.ts';
import { Entrance } from '../../features/auth/entrance.tsx';
import { intentOf, onward } from '../../features/auth/intent.ts';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/sign-in-email.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Sign in by email')) }];

export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (getViewer(context) && !searchParams.get('addNewAccount'))
    throw redirect(returnPath(searchParams.get('returnTo')) ?? '/');
  return null;
}

/** By email alone; launch festivals and get-started pages send people here with their flag [AUT-02] [AUT-15]. */
export default function SignInEmailRoute() {
  const [params] = useSearchParams();
  const { fromLaunchFestival } = intentOf(params);
  return (
    <Entrance
      title={fromLaunchFestival ? _('Launch your festival') : _('Sign in by email')}
      lead={_('We send you a link. There is no password to remember.')}
      below={
        <Link className="text-action-ink underline" to={onward('/sign-in', params)}>
          {_('Use a phone number instead')}
        </Link>
      }
    >
      <SignInForm emailOnly />
    </Entrance>
  );
}
