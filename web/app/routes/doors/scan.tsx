import type { RouteHandle } from '../../api/route-handle.ts';
import { ScanPage } from '../../features/doors/scan-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/scan';

/** The page holds nothing of anybody: the service worker keeps it, for doors without a connection. */
export const handle = { publicPage: { tags: () => ['scan'] }, bare: true, withoutAccount: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Check tickets')) }];

/** No other page may use the camera. */
export const headers: Route.HeadersFunction = () => ({
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
});

export default function ScanRoute() {
  return <ScanPage />;
}
