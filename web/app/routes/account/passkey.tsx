import type { RouteHandle } from '../../api/route-handle.ts';
import { SetUpByLink } from '../../features/passkeys/set-up-by-link.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/passkey.ts';

export const handle = { bare: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: pageTitle(_('Set up your passkey')) },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function PasskeyRoute() {
  return <SetUpByLink />;
}
