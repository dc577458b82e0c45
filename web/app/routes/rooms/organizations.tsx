import { Building2 } from 'lucide-react';
import { requireViewer } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/organizations';

export const meta = () => [{ title: pageTitle(_('My organizations')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function OrganizationsRoute() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title={_('My organizations')} />
      <EmptyState icon={<Building2 aria-hidden />} title={_('You have no organizations yet')}>
        {_('Festivals, music groups and clubs that you direct or work for appear here.')}
      </EmptyState>
    </div>
  );
}
