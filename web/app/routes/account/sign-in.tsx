import { returnPath } from '@marquee/rules/return-path';
import { useState } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import type { RouteHandle } from '../../api/route-handle.ts';
import { getViewer } from '../../api/viewer.ts';
import { ContinueAs } from '../../features/accounts/continue-as.tsx';
import { Entrance } from '../../features/auth/entrance.tsx';
import { onward, signsInAgain } from '../../features/auth/intent.ts';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { Trans } from '../../language/trans.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/sign-in.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Sign in')) }];

/** A signed-in viewer is sent on, unless they add another account or prove once more who they are. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (getViewer(context) && !searchParams.get('addNewAccount') && !signsInAgain(searchParams))
    throw redirect(returnPath(searchParams.get('returnTo')) ?? '/');
  return null;
}

export default function SignInRoute() {
  const [params] = useSearchParams();
  const [unregistered, setUnregistered] = useState(false);
  const isAgain = signsInAgain(params);
  return (
    <Entrance
      title={_('Sign in')}
      lead={_('We send you a link or a code, or you use a passkey. There is no password to remember.')}
      below={
        unregistered || isAgain ? null : (
          <Trans
            id="New here? <0>Create an account</0>"
            components={{
              0: <Link className="touch text-action-ink underline" to={onward('/create-account', params)} />,
            }}
          />
        )
      }
    >
      {isAgain ? null : <ContinueAs />}
      <SignInForm onUnregistered={setUnregistered} />
    </Entrance>
  );
}
