import { AccountType } from '@marquee/contracts/identity/v1/account_pb';
import type { RouteHandle } from '../../api/route-handle.ts';
import { onboardingUser } from '../../features/onboarding/onboarding-user.ts';
import { Step } from '../../features/onboarding/step.tsx';
import { TalentsForm } from '../../features/onboarding/talents-form.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/onboarding-talents.ts';

export const handle = { bare: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Your talents')) }];

export async function loader(args: Route.LoaderArgs) {
  const user = await onboardingUser(args, 'TALENTS');
  const type = user.type === AccountType.COMPANY ? ('COMPANY' as const) : ('INDIVIDUAL' as const);
  return { type, talents: user.talents };
}

export default function TalentsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Step step={2} title={_('What do you do?')} lead={_('So that the right people find you.')}>
      <TalentsForm {...loaderData} />
    </Step>
  );
}
