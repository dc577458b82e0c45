import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title.tsx';
import { TabLinks } from '../../ui/tabs.tsx';

const ADDRESS = '/profile/edit/connections';
const TABS = [
  { to: ADDRESS, label: 'Connections' },
  { to: `${ADDRESS}/requests`, label: 'Requests' },
  { to: `${ADDRESS}/sent`, label: 'Sent' },
];
const CRUMBS = [
  { href: '/profile', label: 'Profile' },
  { href: '/profile/edit', label: 'Edit profile' },
];

/** /profile/edit/connections: whom the viewer knows, who asks them, and whom they asked [NET-06] [PRO-05]. */
export function ConnectionsPage({ children }: { children: ReactNode }) {
  return (
    <div className="page grid *:max-w-3xl gap-8 pt-8">
      <PageTitle title="Connections" crumbs={CRUMBS} />
      <TabLinks label="Connections" tabs={TABS} />
      {children}
    </div>
  );
}
