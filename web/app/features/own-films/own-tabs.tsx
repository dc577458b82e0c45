import { TabLinks } from '../../ui/tabs.tsx';

/** What is a viewer's own, beside each other. */
const OWN_TABS = [
  { to: '/library', label: 'My Library', end: false },
  { to: '/watchlist', label: 'Watchlist' },
  { to: '/diary', label: 'Diary' },
] as const;

export function OwnTabs() {
  return <TabLinks label="Your films" tabs={OWN_TABS} />;
}
