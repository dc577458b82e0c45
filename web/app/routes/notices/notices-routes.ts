import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const notices = (path: string, file: string) => route(path, `routes/notices/${file}.tsx`);

/** The notices of a person, and which of them they want. */
export const noticesRoutes: RouteConfigEntry[] = [
  notices('notifications', 'notifications'),
  notices('notifications/all', 'notifications-all'),
  notices('notifications/:noticeId', 'notification'),
  notices('settings/notifications', 'settings-notifications'),
];
