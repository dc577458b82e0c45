import { returnPath } from '@marquee/rules/return-path';
import { redirect } from 'react-router';
import { getViewer } from '../../api/viewer.ts';
import { onward } from '../../features/auth/intent.ts';
import type { Route } from './+types/auth.ts';

/** Where links from outside arrive: to sign in or to create an account, keeping where they were going [AUT-05]. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (getViewer(context) && !searchParams.get('addNewAccount'))
    throw redirect(returnPath(searchParams.get('returnTo')) ?? '/');
  const creates = ['1', 'true'].includes(searchParams.get('createAccount') ?? '');
  throw redirect(onward(creates ? '/create-account' : '/sign-in', searchParams));
}
