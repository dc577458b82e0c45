import { CONTACT_MESSAGES } from '@marquee/rules/contact';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';

/** A change of an email or phone number that is no longer waited for, with the way to start again. */
export function ChangeExpired({ children }: { children: ReactNode }) {
  return (
    <div className="grid max-w-xl justify-items-start gap-6">
      <Banner tone="danger" urgent>
        {_(CONTACT_MESSAGES.changeExpired)}
      </Banner>
      {children}
    </div>
  );
}
