import { CreditCard } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/payment';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Payment')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PaymentRoute() {
  return (
    <SettingsPage title={_('Payment')}>
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title={_('There is nothing to pay for yet')}
        action={<LinkButton to="/films">{_('See the films')}</LinkButton>}
      >
        {_('We cannot take payments here, so we keep no cards. Films that are free can be unlocked and watched.')}
      </EmptyState>
    </SettingsPage>
  );
}
