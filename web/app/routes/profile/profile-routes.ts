import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const profile = (path: string, file: string) => route(path, `routes/profile/${file}`);

/** The viewer's own profile and its edit screens, profiles of others, and what search engines read. */
export const profileRoutes: RouteConfigEntry[] = [
  profile('profile', 'own-profile.tsx'),
  profile('profile/qrcode', 'qr-code.tsx'),
  profile('profile/complete', 'complete-profile.tsx'),
  profile('profile/talents', 'select-talents.tsx'),
  profile('profile/edit', 'edit.tsx'),
  profile('profile/edit/connections/:list?', 'connections.tsx'),
  profile('profile/edit/profile-views', 'profile-views.tsx'),
  profile('profile/edit/:screen', 'edit-screen.tsx'),
  profile('profile/:profileId', 'profile.tsx'),
  profile('robots.txt', 'robots.ts'),
  profile('sitemap.xml', 'sitemap.ts'),
  profile('sitemap/:kind/:part', 'sitemap-part.ts'),
];
