import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The content studio. */
export const studioRoutes: RouteConfigEntry[] = [];
