import { Users } from 'lucide-react';
import { requirePro } from '../../api/viewer.ts';
import { _, msg } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import type { Route } from './+types/network';

export const meta = () => [{ title: pageTitle(_('EOHub')) }];

export function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  return null;
}

const tabs = [
  { to: '/eohub', label: msg('People') },
  { to: '/eohub/companies', label: msg('Companies') },
  { to: '/eohub/jobs', label: msg('Jobs') },
];

export default function NetworkRoute() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title="EOHub" lead={_('The people and companies who make films.')} />
      <TabLinks label="EOHub" tabs={tabs.map(({ to, label }) => ({ to, label: _(label) }))} />
      <EmptyState icon={<Users aria-hidden />} title={_('No one matches your search')}>
        {_('The directory fills as people open their profiles.')}
      </EmptyState>
    </div>
  );
}
