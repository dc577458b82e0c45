import { organizationPictureSchema } from '@marquee/rules/organizations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources, FestivalWrite } from '../resources.ts';
import { noSuchPicture } from './organization-errors.ts';
import type { OrganizationPicture } from './organization-pictures.ts';
import { requireStanding } from './organization-rights.ts';
import * as organizations from './organizations.ts';
import { saveOrganization } from './save-organization.ts';

/** Pictures that one person may have media decode in an hour. */
const SENT_LIMIT = { points: 60, durationS: 3_600 };

export const setOrganizationPictureSchema = organizationPictureSchema.extend({ festivalId: z.string() });
type SetOrganizationPicture = z.output<typeof setOrganizationPictureSchema>;

/** Has media keep what was sent, before the transaction that shows it; null to remove the picture. */
export async function keepOrganizationPicture(
  { db, pictures, rateLimits }: FestivalResources,
  viewer: AccountViewer,
  { festivalId, data }: SetOrganizationPicture,
): Promise<OrganizationPicture | null> {
  const organization = await organizations.get(db, festivalId);
  await requireStanding(db, viewer, organization, 'MANAGER');
  if (data.length === 0) return null;
  await rateLimits.consume('organization-pictures', viewer.accountId, SENT_LIMIT);
  return pictures.keep(organization.id, data);
}

/** Shows a picture that media has kept as the logo or the header image of an organization [ADO-03]. */
export async function setOrganizationPicture(
  write: FestivalWrite,
  viewer: AccountViewer,
  { festivalId, kind }: SetOrganizationPicture,
  kept: OrganizationPicture | null,
): Promise<organizations.NamedOrganization> {
  const organization = await organizations.lock(write.tx, festivalId);
  await requireStanding(write.tx, viewer, organization, 'MANAGER');
  const field = kind === 'LOGO' ? 'organizationLogo' : 'headerImage';
  if (!kept && !organization[field]) throw noSuchPicture();
  const facts = { kind: 'EDITED', actorId: viewer.accountId } as const;
  return saveOrganization(write, organization, { [field]: kept }, facts);
}
