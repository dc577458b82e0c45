import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';

/** Whether everybody sees an organization. */
export function OrganizationStatusBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="good">{_('Active')}</Badge> : <Badge>{_('Inactive')}</Badge>;
}
