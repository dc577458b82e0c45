import { Building2 } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/organizations';

export const meta = () => [{ title: 'My organizations · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function OrganizationsRoute() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title="My organizations" />
      <EmptyState icon={<Building2 aria-hidden />} title="You have no organizations yet">
        Festivals, music groups and clubs that you direct or work for appear here.
      </EmptyState>
    </div>
  );
}
