import { returnPath } from '@marquee/rules/return-path';
import { Link, redirect, useSearchParams } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { getViewer } from '../../api/viewer.ts';
import { CreateAccountForm } from '../../features/auth/create-account-form.tsx';
import { Entrance } from '../../features/auth/entrance.tsx';
import { onward } from '../../features/auth/intent.ts';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/create-account.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Create account')) }];

export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (getViewer(context) && !searchParams.get('addNewAccount'))
    throw redirect(returnPath(searchParams.get('returnTo')) ?? '/');
  return null;
}

export default function CreateAccountRoute() {
  const [params] = useSearchParams();
  return (
    <Entrance
      title={_('Create account')}
      lead={_('For everybody who loves films, and everybody who makes them.')}
      below={
        <Trans
          id="Already here? <0>Sign in</0>"
          components={{ 0: <Link className="touch text-action-ink underline" to={onward('/sign-in', params)} /> }}
        />
      }
    >
      <CreateAccountForm />
    </Entrance>
  );
}
