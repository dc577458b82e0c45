import { CreditCard } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/payment-add';

export const meta: Route.MetaFunction = () => [{ title: 'Add a way to pay · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PaymentAddRoute() {
  return (
    <SettingsPage title="Add a way to pay">
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title="We cannot take payments here yet"
        action={<LinkButton to="/settings/payment">Back to payment</LinkButton>}
      >
        There is no card to add, and we ask you for none.
      </EmptyState>
    </SettingsPage>
  );
}
