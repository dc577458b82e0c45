import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const editorial = (path: string, file = path) => route(path, `routes/editorial/${file}.tsx`);

/** Texts that staff write, and what people write to us. */
export const editorialRoutes: RouteConfigEntry[] = [
  editorial('terms-of-use'),
  editorial('privacy-policy'),
  editorial('license-agreement'),
  editorial('faq'),
  editorial('tutorials'),
  editorial('settings/report-bug', 'report-bug'),
  editorial('settings/feedback', 'feedback'),
];
