import type { RouteConfigEntry } from '@react-router/dev/routes';

/** Sign-in, account creation, onboarding, settings. */
export const accountRoutes: RouteConfigEntry[] = [];
