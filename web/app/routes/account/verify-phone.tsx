import type { RouteHandle } from '../../api/route-handle.ts';
import { PhoneCodeForm } from '../../features/auth/phone-code-form.tsx';
import type { Route } from './+types/verify-phone.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: 'Enter your code · Marquee' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function VerifyPhoneRoute() {
  return <PhoneCodeForm />;
}
