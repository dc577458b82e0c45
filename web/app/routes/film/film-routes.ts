import type { RouteConfigEntry } from '@react-router/dev/routes';

/** Home, search and the pages of a film. */
export const filmRoutes: RouteConfigEntry[] = [];
