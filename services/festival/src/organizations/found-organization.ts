import { newId } from '@marquee/data/ids';
import { ORGANIZATION_LIMITS, type OrganizationFields } from '@marquee/rules/organizations';
import type { FestivalWrite } from '../resources.ts';
import * as actions from './organization-actions.ts';
import { tooManyOrganizations, urlTaken } from './organization-errors.ts';
import { organizationChanged } from './organization-events.ts';
import * as organizations from './organizations.ts';

/** Writes an organization that is shown to others once staff enable it. */
export async function foundOrganization(
  { tx, clock, emit }: FestivalWrite,
  { url, ...fields }: OrganizationFields,
  { directorId, createdBy }: { directorId: string; createdBy: string },
): Promise<organizations.NamedOrganization> {
  await requireRoomToDirect(tx, directorId);
  const [id, now] = [newId(), clock.now()];
  if (url !== '' && (await organizations.isUrlTaken(tx, url, id))) throw urlTaken();
  const organization = await organizations.insert(tx, {
    ...{ id, ...fields, url: url || null, status: 'INACTIVE' },
    ...{ directorId, createdBy, createdAt: now },
  });
  const changes = [{ field: 'name', before: '', after: fields.name }];
  await actions.append(tx, { festivalId: id, kind: 'CREATED', actorId: createdBy, changes, now });
  await emit(organizationChanged(organization));
  return organizations.get(tx, id);
}

/** One more organization of a director; two at once are counted one after the other. */
export async function requireRoomToDirect(tx: FestivalWrite['tx'], directorId: string): Promise<void> {
  await organizations.takeTurnOf(tx, directorId);
  const directed = await organizations.countDirectedBy(tx, directorId);
  if (directed >= ORGANIZATION_LIMITS.perDirectorMax) throw tooManyOrganizations();
}
