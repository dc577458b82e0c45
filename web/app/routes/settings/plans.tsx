import { Tags } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/plans';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Plans and pricing')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PlansRoute() {
  return (
    <SettingsPage title={_('Plans and pricing')}>
      <EmptyState
        icon={<Tags aria-hidden />}
        title={_('There are no plans to buy')}
        action={<LinkButton to="/films">{_('See the films')}</LinkButton>}
      >
        {_('Marquee costs nothing here, and every account can do the same.')}
      </EmptyState>
    </SettingsPage>
  );
}
