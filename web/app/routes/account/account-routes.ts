import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const account = (path: string, file: string) => route(path, `routes/account/${file}.tsx`);

/** Sign-in, account creation, onboarding. */
export const accountRoutes: RouteConfigEntry[] = [
  account('auth', 'auth'),
  account('auth/confirm', 'auth-confirm'),
  account('sign-in', 'sign-in'),
  account('sign-in/email', 'sign-in-email'),
  account('create-account', 'create-account'),
  account('add-account', 'add-account'),
  account('add-account-verify-email', 'add-account-verify-email'),
  account('add-account-verify-phone', 'add-account-verify-phone'),
  account('verify-email', 'verify-email'),
  account('verify-phone', 'verify-phone'),
  account('unsubscribe', 'unsubscribe'),
  account('credits', 'credits'),
  account('passkey', 'passkey'),
  account('settings/blocked-users', 'blocked-users'),
  account('settings/export', 'settings-export'),
  account('settings/close-account', 'settings-close-account'),
  account('onboarding', 'onboarding'),
  account('onboarding/fullname', 'onboarding-fullname'),
  account('onboarding/talents', 'onboarding-talents'),
  account('onboarding/location', 'onboarding-location'),
];
