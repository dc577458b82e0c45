import type { RouteHandle } from '../../api/route-handle.ts';
import { onboardingUser } from '../../features/onboarding/onboarding-user.ts';
import { Step } from '../../features/onboarding/step.tsx';
import { UserTypeForm } from '../../features/onboarding/user-type-form.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/onboarding.ts';

export const handle = { bare: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('How you use Marquee')) }];

export async function loader(args: Route.LoaderArgs) {
  const { consumerType, type } = await onboardingUser(args, 'USER_TYPE');
  return { consumerType, type };
}

export default function OnboardingRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Step title={_('Welcome to Marquee')} lead={_('How will you use it?')}>
      <UserTypeForm {...loaderData} />
    </Step>
  );
}
