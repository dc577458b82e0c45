import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { qrCodeOf } from '@marquee/rules/qr-code';
import { redirect } from 'react-router';
import { api, site } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { profileView } from '../../features/profile/profile-view.ts';
import { QrCodePage } from '../../features/profile/qr-code-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/qr-code';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('QR code')) }];

export async function loader(args: Route.LoaderArgs) {
  const { onboarding } = requireViewer(args);
  if (onboarding) throw redirect('/onboarding');
  const { user } = await args.context.get(api).profile.getCurrentUser({});
  if (!user) throw redirect('/profile');
  const link = new URL(`/profile/${user.id}`, args.context.get(site).publicUrl).href;
  const isPrivate = user.profileVisibility === ProfileVisibility.PRIVATE;
  return { profile: profileView(user), code: qrCodeOf(link), link, isPrivate };
}

export default function QrCodeRoute({ loaderData }: Route.ComponentProps) {
  return <QrCodePage {...loaderData} />;
}
