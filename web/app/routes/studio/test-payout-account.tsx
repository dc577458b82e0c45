import { PayoutAccountStatus, PayoutService, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { redirect } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { api } from '../../api/context.ts';
import { requirePro } from '../../api/viewer.ts';
import { TestAccountPage } from '../../features/earnings/test-account-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/test-payout-account.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Test account')) }];

export async function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  const { status, testOutcome: outcome } = await context.get(api).payouts.getPayoutAccount({});
  // There is none at another provider, nor before it is connected.
  if (status === PayoutAccountStatus.UNSPECIFIED || outcome === TestPayoutOutcome.UNSPECIFIED) {
    throw redirect('/content/earnings');
  }
  return { status, outcome };
}

export default function TestPayoutAccountRoute({ loaderData }: Route.ComponentProps) {
  return (
    <TestAccountPage
      {...loaderData}
      back={{ href: '/content/earnings', label: _('Earnings') }}
      save={(account) => client(PayoutService).setTestPayoutAccount(account)}
    />
  );
}
