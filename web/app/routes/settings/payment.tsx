import { CreditCard } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/payment';

export const meta: Route.MetaFunction = () => [{ title: 'Payment · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function PaymentRoute() {
  return (
    <SettingsPage title="Payment">
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title="There is nothing to pay for yet"
        action={<LinkButton to="/films">See the films</LinkButton>}
      >
        We cannot take payments here, so we keep no cards. Films that are free can be unlocked and watched.
      </EmptyState>
    </SettingsPage>
  );
}
