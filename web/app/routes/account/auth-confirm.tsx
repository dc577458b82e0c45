import type { RouteHandle } from '../../api/route-handle.ts';
import { ConfirmLink } from '../../features/auth/confirm-link.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/auth-confirm.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: pageTitle(_('Confirm sign-in')) },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function AuthConfirmRoute() {
  return <ConfirmLink />;
}
