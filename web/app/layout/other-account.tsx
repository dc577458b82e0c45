import { lazy, Suspense } from 'react';
import { useFollowAccount, useOtherAccountUsed } from './account-switch.ts';

const OtherAccountDialog = lazy(async () => ({
  default: (await import('../features/accounts/other-account-dialog.tsx')).OtherAccountDialog,
}));

/** Says over the page that another tab has chosen another account [AUT-13]. */
export function OtherAccount() {
  useFollowAccount();
  return useOtherAccountUsed() ? (
    <Suspense fallback={null}>
      <OtherAccountDialog />
    </Suspense>
  ) : null;
}
