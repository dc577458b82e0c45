import type { RouteHandle } from '../../api/route-handle.ts';
import { PhoneCodeForm } from '../../features/auth/phone-code-form.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/add-account-verify-phone.ts';

export const handle = { bare: true, withoutAccount: true } satisfies RouteHandle;
export const meta: Route.MetaFunction = () => [
  { title: pageTitle(_('Enter your code')) },
  { name: 'referrer', content: 'no-referrer' },
];

export default function AddAccountVerifyPhoneRoute() {
  return <PhoneCodeForm />;
}
