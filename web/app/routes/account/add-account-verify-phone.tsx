import type { RouteHandle } from '../../api/route-handle.ts';
import { PhoneCodeForm } from '../../features/auth/phone-code-form.tsx';
import type { Route } from './+types/add-account-verify-phone.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: 'Enter your code · Marquee' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function AddAccountVerifyPhoneRoute() {
  return <PhoneCodeForm />;
}
