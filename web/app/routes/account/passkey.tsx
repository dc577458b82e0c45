import type { RouteHandle } from '../../api/route-handle.ts';
import { SetUpByLink } from '../../features/passkeys/set-up-by-link.tsx';
import type { Route } from './+types/passkey.ts';

export const handle = { bare: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: 'Set up your passkey · Marquee' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function PasskeyRoute() {
  return <SetUpByLink />;
}
