import { ORGANIZATION_MESSAGES } from '@marquee/rules/organizations';
import type { Api } from '../../api/context.ts';
import { forbidden, notFound } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';

export type DeskFestival = { id: string; name: string };

/** An organization whose programme the viewer makes. */
export async function getDesk(
  { organizations }: Pick<Api, 'organizations'>,
  festivalId: string,
): Promise<DeskFestival> {
  const { organization, canManage } = await organizations.getOrganization({ festivalId });
  if (!organization) throw notFound(_(ORGANIZATION_MESSAGES.notFound));
  if (!canManage) throw forbidden();
  return { id: organization.id, name: organization.name };
}
