import type { RouteHandle } from '../../api/route-handle.ts';
import { WaitingForEmail } from '../../features/auth/waiting-for-email.tsx';
import type { Route } from './+types/add-account-verify-email.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: 'Check your email · Marquee' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function AddAccountVerifyEmailRoute() {
  return <WaitingForEmail />;
}
