import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const notices = (path: string, file: string) => route(path, `routes/notices/${file}.tsx`);

/** What a person is told, and what they choose to be told. */
export const noticesRoutes: RouteConfigEntry[] = [
  notices('notifications', 'notifications'),
  notices('notifications/all', 'notifications-all'),
  notices('notifications/:noticeId', 'notification'),
  notices('settings/notifications', 'settings-notifications'),
];
