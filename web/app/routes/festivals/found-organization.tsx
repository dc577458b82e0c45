import { hasDirectorTalent } from '@marquee/rules/talents';
import { forbidden, requireViewer } from '../../api/viewer.ts';
import { FoundOrganization } from '../../features/organizations/found-organization.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/found-organization';

export const meta = () => [{ title: pageTitle(_('New organization')) }];

export function loader(args: Route.LoaderArgs) {
  const { talents, roles } = requireViewer(args);
  if (!hasDirectorTalent(talents) && roles.length === 0) throw forbidden();
  return null;
}

export default function FoundOrganizationRoute() {
  return <FoundOrganization />;
}
