import { Users } from 'lucide-react';
import { requirePro } from '../../api/viewer.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import type { Route } from './+types/network';

export const meta = () => [{ title: 'EOHub · Marquee' }];

export function loader({ context }: Route.LoaderArgs) {
  requirePro({ context });
  return null;
}

const tabs = [
  { to: '/eohub', label: 'People' },
  { to: '/eohub/companies', label: 'Companies' },
  { to: '/eohub/jobs', label: 'Jobs' },
];

export default function NetworkRoute() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title="EOHub" lead="The people and companies who make films." />
      <TabLinks label="EOHub" tabs={tabs} />
      <EmptyState icon={<Users aria-hidden />} title="No one matches your search">
        The directory fills as people open their profiles.
      </EmptyState>
    </div>
  );
}
