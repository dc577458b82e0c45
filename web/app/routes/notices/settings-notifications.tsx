import { requireViewer } from '../../api/viewer.ts';
import { NoticeSettingsForm } from '../../features/notices/notice-settings.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/settings-notifications.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Notification settings')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsNotificationsRoute() {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-12">
        <PageTitle
          title={_('Notification settings')}
          lead={_('What we tell you, where, and when.')}
          crumbs={[{ href: '/settings', label: _('Settings') }]}
        />
        <NoticeSettingsForm />
      </div>
    </div>
  );
}
