import type { RouteHandle } from '../../api/route-handle.ts';
import { FullNameForm } from '../../features/onboarding/full-name-form.tsx';
import { isPro, onboardingUser } from '../../features/onboarding/onboarding-user.ts';
import { Step } from '../../features/onboarding/step.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/onboarding-fullname.ts';

export const handle = { bare: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Your name')) }];

export async function loader(args: Route.LoaderArgs) {
  const user = await onboardingUser(args, 'FULL_NAME');
  return { firstName: user.firstName, lastName: user.lastName, last: !isPro(user) };
}

export default function FullNameRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Step
      step={1}
      steps={loaderData.last ? 1 : undefined}
      title={_('What is your name?')}
      lead={_('It appears on your reviews, and on your credits.')}
    >
      <FullNameForm {...loaderData} />
    </Step>
  );
}
