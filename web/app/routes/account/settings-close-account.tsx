import { requireViewer } from '../../api/viewer.ts';
import { CloseAccount } from '../../features/own-data/close-account.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/settings-close-account.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Close account')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsCloseAccountRoute() {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-10">
        <PageTitle title={_('Close account')} crumbs={[{ href: '/settings', label: _('Settings') }]} />
        <CloseAccount />
      </div>
    </div>
  );
}
