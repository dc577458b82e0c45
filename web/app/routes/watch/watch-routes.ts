import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The watch, trailer and premiere screens. */
export const watchRoutes: RouteConfigEntry[] = [];
