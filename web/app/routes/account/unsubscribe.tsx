import type { RouteHandle } from '../../api/route-handle.ts';
import { InvitationMails } from '../../features/invitations/invitation-mails.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/unsubscribe.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: pageTitle(_('Emails')) },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function UnsubscribeRoute() {
  return <InvitationMails />;
}
