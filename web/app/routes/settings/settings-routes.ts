import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const settings = (path: string, file: string) => route(`settings/${path}`, `routes/settings/${file}.tsx`);

/** What somebody decides about their account and about this browser. */
export const settingsRoutes: RouteConfigEntry[] = [
  route('settings', 'routes/settings/settings.tsx', { id: 'settings' }),
  settings('account', 'account'),
  settings('email', 'email'),
  settings('phone', 'phone'),
  settings('verify-email', 'verify-email'),
  settings('verify-phone', 'verify-phone'),
  settings('appearance', 'appearance'),
  settings('language', 'language'),
  settings('unlocked-films', 'unlocked-films'),
  settings('invitations', 'invitations'),
  settings('tickets/:when?', 'tickets'),
  settings('payment', 'payment'),
  settings('payment/add', 'payment-add'),
  settings('plans', 'plans'),
  settings('subscription', 'subscription'),
  settings('coins', 'coins'),
  settings('receipts', 'receipts'),
  settings('receipts/:seller/:orderId', 'receipt'),
  route('settings/receipts/:seller/:orderId/receipt.pdf', 'routes/settings/receipt-pdf.ts'),
];
