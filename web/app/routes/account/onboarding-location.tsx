import { COUNTRY_DEFAULT } from '@marquee/rules/countries';
import type { RouteHandle } from '../../api/route-handle.ts';
import { LocationForm } from '../../features/onboarding/location-form.tsx';
import { onboardingUser } from '../../features/onboarding/onboarding-user.ts';
import { Step } from '../../features/onboarding/step.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/onboarding-location.ts';

export const handle = { bare: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Where you are')) }];

export async function loader(args: Route.LoaderArgs) {
  const { country, state, city } = await onboardingUser(args, 'LOCATION');
  return { country: country || COUNTRY_DEFAULT, state, city };
}

export default function LocationRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Step step={3} title={_('Where are you?')} lead={_('Productions look for people near them.')}>
      <LocationForm {...loaderData} />
    </Step>
  );
}
