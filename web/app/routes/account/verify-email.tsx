import type { RouteHandle } from '../../api/route-handle.ts';
import { WaitingForEmail } from '../../features/auth/waiting-for-email.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/verify-email.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: pageTitle(_('Check your email')) },
  { name: 'referrer', content: 'no-referrer' },
];

export default function VerifyEmailRoute() {
  return <WaitingForEmail />;
}
