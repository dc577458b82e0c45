import { Ticket } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/tickets';

export const meta: Route.MetaFunction = () => [{ title: 'My tickets · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function TicketsRoute() {
  return (
    <SettingsPage title="My tickets">
      <EmptyState
        icon={<Ticket aria-hidden />}
        title="You have no tickets yet"
        action={<LinkButton to="/festivals">See the festivals</LinkButton>}
      >
        Tickets to screenings are kept here.
      </EmptyState>
    </SettingsPage>
  );
}
