import type { RouteObject } from 'react-router';
import { page } from '../shell/page.tsx';

const record = page(async () => (await import('./record-page.tsx')).RecordPage);
const edit = page(async () => (await import('./edit-user-page.tsx')).EditUserPage);
const user = page(async () => (await import('./user-page.tsx')).UserPage);

/** The back office of people [ADU-01] [ADU-03] [ADU-04] [ADU-06] [ADU-10]. */
export const userRoutes: RouteObject[] = [
  { path: 'users', ...page(async () => (await import('./users-page.tsx')).UsersPage) },
  { path: 'users/new', ...page(async () => (await import('./add-user-page.tsx')).AddUserPage) },
  { path: 'users/notices', ...page(async () => (await import('./staff-notices-page.tsx')).StaffNoticesPage) },
  { path: 'users/metrics', ...page(async () => (await import('../metrics/metrics-page.tsx')).MetricsPage) },
  { path: 'users/:userId', ...user },
  ...['bio', 'type', 'talents', 'consumer-type', 'location'].map((part) => ({
    path: `users/:userId/${part}`,
    ...edit,
  })),
  { path: 'users/:userId/devices/:deviceId', ...record },
  { path: 'users/:userId/invitations/:invitationId', ...record },
  { path: 'users/:userId/unlocked-films/:unlockKey', ...record },
  { path: 'audit', ...page(async () => (await import('../audit/audit-page.tsx')).AuditPage) },
];
