import type { ReactNode } from 'react';
import { _, msg } from '../../language/words.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { TabLinks } from '../../ui/tabs.tsx';

const ADDRESS = '/profile/edit/connections';
const TABS = [
  { to: ADDRESS, label: msg('Connections') },
  { to: `${ADDRESS}/requests`, label: msg('Requests') },
  { to: `${ADDRESS}/sent`, label: msg('Sent') },
];
const CRUMBS = [
  { href: '/profile', label: msg('Profile') },
  { href: '/profile/edit', label: msg('Edit profile') },
];

/** /profile/edit/connections: whom the viewer knows, who asks them, and whom they asked [NET-06] [PRO-05]. */
export function ConnectionsPage({ children }: { children: ReactNode }) {
  return (
    <div className="page page-column gap-8 py-8 md:py-12">
      <PageTitle title={_('Connections')} crumbs={CRUMBS.map(({ href, label }) => ({ href, label: _(label) }))} />
      <TabLinks label={_('Connections')} tabs={TABS.map(({ to, label }) => ({ to, label: _(label) }))} />
      {children}
    </div>
  );
}
