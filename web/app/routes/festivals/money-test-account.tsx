import { OrganizationPayoutService } from '@marquee/contracts/festival/v1/payouts_pb';
import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { redirect } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { api } from '../../api/context.ts';
import { forbidden } from '../../api/viewer.ts';
import { TestAccountPage } from '../../features/earnings/test-account-page.tsx';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/money-test-account';

export const meta = () => [{ title: pageTitle(_('Test account')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization } = await getManaged(args);
  if (!organization.seesMoney) throw forbidden();
  const { id: festivalId } = organization;
  const account = await args.context.get(api).festivalPayouts.getFestivalPayoutAccount({ festivalId });
  const { status, testOutcome: outcome, mayConnect } = account;
  // There is none at another provider, nor before it is connected, and it is the director's.
  const isUnknown = status === PayoutAccountStatus.UNSPECIFIED || outcome === TestPayoutOutcome.UNSPECIFIED;
  if (isUnknown || !mayConnect) throw redirect(`/user/orgs/${festivalId}/money`);
  return { festivalId, status, outcome };
}

export default function MoneyTestAccountRoute({ loaderData: { festivalId, ...account } }: Route.ComponentProps) {
  return (
    <TestAccountPage
      {...account}
      back={{ href: `/user/orgs/${festivalId}/money`, label: _('Monetization') }}
      save={(set) => client(OrganizationPayoutService).setTestFestivalPayoutAccount({ festivalId, ...set })}
    />
  );
}
