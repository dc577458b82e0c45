import { requireViewer } from '../../api/viewer.ts';
import { NoticeSettingsForm } from '../../features/notices/notice-settings.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/settings-notifications.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Notification settings · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsNotificationsRoute() {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-12">
        <PageTitle
          title="Notification settings"
          lead="What we tell you, where, and when."
          crumbs={[{ href: '/settings', label: 'Settings' }]}
        />
        <NoticeSettingsForm />
      </div>
    </div>
  );
}
