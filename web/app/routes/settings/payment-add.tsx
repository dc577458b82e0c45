import { CreditCard } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/payment-add';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Add a way to pay')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PaymentAddRoute() {
  return (
    <SettingsPage title={_('Add a way to pay')}>
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title={_('We cannot take payments here yet')}
        action={<LinkButton to="/settings/payment">{_('Back to payment')}</LinkButton>}
      >
        {_('There is no card to add, and we ask you for none.')}
      </EmptyState>
    </SettingsPage>
  );
}
