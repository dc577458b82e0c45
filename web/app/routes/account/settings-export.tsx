import { requireViewer } from '../../api/viewer.ts';
import { ExportData } from '../../features/own-data/export-data.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/settings-export.ts';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Export my data')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsExportRoute() {
  return (
    <div className="page py-8 md:py-12">
      <div className="grid max-w-3xl gap-10">
        <PageTitle
          title={_('Export my data')}
          lead={_('A copy of what we hold about you, as one file.')}
          crumbs={[{ href: '/settings', label: _('Settings') }]}
        />
        <ExportData />
      </div>
    </div>
  );
}
