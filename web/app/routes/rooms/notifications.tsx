import { Bell } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/notifications';

export const meta = () => [{ title: 'Notifications · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function NotificationsRoute() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title="Notifications" />
      <EmptyState icon={<Bell aria-hidden />} title="You have no notifications yet">
        News of your films, credits and connections appear here.
      </EmptyState>
    </div>
  );
}
