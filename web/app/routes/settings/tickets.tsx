import { Ticket } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/tickets';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('My tickets')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function TicketsRoute() {
  return (
    <SettingsPage title={_('My tickets')}>
      <EmptyState
        icon={<Ticket aria-hidden />}
        title={_('You have no tickets yet')}
        action={<LinkButton to="/festivals">{_('See the festivals')}</LinkButton>}
      >
        {_('Tickets to screenings are kept here.')}
      </EmptyState>
    </SettingsPage>
  );
}
