import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as screenings from './screenings.ts';

export const exportSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** What all events show, by id, with their versions, for a service that fills its copy of them. */
export async function exportScreenings(
  { db, config }: FestivalResources,
  _viewer: Viewer,
  { pageSize: size, cursor }: z.output<typeof exportSchema>,
) {
  const list = { key: config.CURSOR_KEY, scope: 'screenings-export', size, cursor };
  const { after, limit, page } = keyset<[id: string]>(list);
  return page(await screenings.listAll(db, after?.[0] ?? null, limit), ({ eventId }) => [eventId]);
}
