import { _, msg } from '../../language/words.ts';
import { TabLinks } from '../../ui/tabs.tsx';

/** What is a viewer's own, beside each other. */
const OWN_TABS = [
  { to: '/library', label: msg('My Library'), end: false },
  { to: '/watchlist', label: msg('Watchlist') },
  { to: '/diary', label: msg('Diary') },
  { to: '/lists', label: msg('Lists') },
] as const;

export function OwnTabs() {
  return <TabLinks label={_('Your films')} tabs={OWN_TABS.map((tab) => ({ ...tab, label: _(tab.label) }))} />;
}
