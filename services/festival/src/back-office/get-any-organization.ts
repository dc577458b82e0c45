import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { type AnyOrganization, readAny } from './any-organization.ts';

export const festivalIdSchema = z.object({ festivalId: z.string() });

/** An organization whatever its status, for staff [ADO-02]. */
export async function getAnyOrganization(
  { db }: FestivalResources,
  _viewer: AccountViewer,
  { festivalId }: z.output<typeof festivalIdSchema>,
): Promise<AnyOrganization> {
  return readAny(db, festivalId);
}
