import { _ } from '../../language/words.ts';
import { TabLinks } from '../../ui/tabs.tsx';

/** What a maker has in the studio, beside each other. */
export function StudioTabs() {
  return (
    <TabLinks
      label={_('Studio')}
      tabs={[
        { to: '/content', label: _('Films') },
        { to: '/content/earnings', label: _('Earnings') },
      ]}
    />
  );
}
