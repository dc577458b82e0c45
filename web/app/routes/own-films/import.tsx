import { requireViewer } from '../../api/viewer.ts';
import { ImportPage } from '../../features/own-films/import/import-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/import';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Import')) }];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function ImportRoute() {
  return <ImportPage />;
}
