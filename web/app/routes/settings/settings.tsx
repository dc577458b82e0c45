import { requireViewer } from '../../api/viewer.ts';
import { SettingsIndex } from '../../features/settings/settings-index.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/settings';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Settings')) }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsRoute() {
  return <SettingsIndex />;
}
