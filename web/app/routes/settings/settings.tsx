import { requireViewer } from '../../api/viewer.ts';
import { SettingsIndex } from '../../features/settings/settings-index.tsx';
import type { Route } from './+types/settings';

export const meta: Route.MetaFunction = () => [{ title: 'Settings · Marquee' }];

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return null;
}

export default function SettingsRoute() {
  return <SettingsIndex />;
}
