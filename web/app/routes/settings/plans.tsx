import { Tags } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/plans';

export const meta: Route.MetaFunction = () => [{ title: 'Plans and pricing · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PlansRoute() {
  return (
    <SettingsPage title="Plans and pricing">
      <EmptyState
        icon={<Tags aria-hidden />}
        title="There are no plans to buy"
        action={<LinkButton to="/films">See the films</LinkButton>}
      >
        Marquee costs nothing here, and every account can do the same.
      </EmptyState>
    </SettingsPage>
  );
}
