import { qrCodeOf } from '@marquee/rules/qr-code';
import { site } from '../../api/context.ts';
import { FanClubPage } from '../../features/organizations/fan-club-page.tsx';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { ManageFrame } from '../../features/organizations/manage-frame.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/fan-club';

export const meta = () => [{ title: pageTitle(_('Fan club')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization } = await getManaged(args);
  // By the id: a code that is printed works whatever the custom address becomes.
  const link = new URL(`/festivals/${organization.id}`, args.context.get(site).publicUrl).href;
  return { organization, link, code: qrCodeOf(link) };
}

export default function FanClubRoute({ loaderData: { organization, link, code } }: Route.ComponentProps) {
  return (
    <ManageFrame organization={organization}>
      <FanClubPage name={organization.name} {...{ link, code }} />
    </ManageFrame>
  );
}
