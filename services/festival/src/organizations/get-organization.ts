import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { organizationNotFound } from './organization-errors.ts';
import { type Standing, standingOf } from './organization-rights.ts';
import * as organizations from './organizations.ts';

export const festivalIdSchema = z.object({ festivalId: z.string() });

/** An organization; one that is not active only for those who manage it [FES-01] [FES-08]. */
export async function getOrganization(
  { db }: FestivalResources,
  viewer: Viewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<{ organization: organizations.NamedOrganization; standing: Standing | undefined }> {
  const organization = await organizations.get(db, festivalId);
  const standing = await standingOf(db, viewer, organization);
  if (organization.status !== 'ACTIVE' && !standing) throw organizationNotFound();
  return { organization, standing };
}
