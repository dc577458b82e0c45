import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { PageTitle } from '../../ui/page-title.tsx';

/** The frame of a screen of the settings. */
export function SettingsPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-10">
        <PageTitle title={title} lead={lead} crumbs={[{ href: '/settings', label: _('Settings') }]} />
        {children}
      </div>
    </div>
  );
}
