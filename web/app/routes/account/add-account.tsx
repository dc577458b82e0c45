import { Link, redirect } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { getViewer } from '../../api/viewer.ts';
import { Entrance } from '../../features/auth/entrance.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/add-account.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Add an account')) }];

/** Signs in to one more account in this browser. The address says so, as the screens after it need to know [AUT-13]. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!getViewer(context)) throw redirect('/sign-in');
  if (url.searchParams.get('addNewAccount') !== '1') throw redirect('/add-account?addNewAccount=1');
  return null;
}

export default function AddAccountRoute() {
  return (
    <Entrance
      title={_('Add an account')}
      lead={_('You stay signed in to the accounts that you use here, and choose between them in the account menu.')}
      below={
        <Link className="touch text-action-ink underline" to="/settings">
          {_('Back to the settings')}
        </Link>
      }
    >
      <SignInForm />
    </Entrance>
  );
}
