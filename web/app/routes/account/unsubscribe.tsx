import type { RouteHandle } from '../../api/route-handle.ts';
import { InvitationMails } from '../../features/invitations/invitation-mails.tsx';
import type { Route } from './+types/unsubscribe.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: 'Emails · Marquee' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function UnsubscribeRoute() {
  return <InvitationMails />;
}
