import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import type { exportSchema } from './export-screenings.ts';
import * as screenings from './screenings.ts';

/** All tickets, by id, with their versions, for a service that fills its copy of them. */
export async function exportUserTickets(
  { db, config }: FestivalResources,
  _viewer: Viewer,
  { pageSize: size, cursor }: z.output<typeof exportSchema>,
) {
  const list = { key: config.CURSOR_KEY, scope: 'user-tickets-export', size, cursor };
  const { after, limit, page } = keyset<[id: string]>(list);
  return page(await screenings.listTickets(db, after?.[0] ?? null, limit), ({ userTicketId }) => [userTicketId]);
}
