import type { Database } from '@marquee/data/database';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Delivery } from '../../gen/prisma/client.ts';
import type { NotificationConfig } from '../config.ts';
import * as deliveries from './deliveries.ts';

export type ListResources = { db: Database; config: Pick<NotificationConfig, 'CURSOR_KEY'> };
export type ListedDeliveries = { rows: Delivery[]; nextCursor: string };

export const listDeliveriesSchema = z.object({ pageSize: z.number(), cursor: z.string() });

/** What became of messages, newest first. */
export async function listDeliveries(
  { db, config }: ListResources,
  _viewer: Viewer,
  { pageSize: size, cursor }: z.output<typeof listDeliveriesSchema>,
): Promise<ListedDeliveries> {
  const list = keyset<[string]>({ key: config.CURSOR_KEY, scope: 'deliveries', size, cursor });
  return list.page(await deliveries.page(db, list.after?.[0], list.limit), ({ id }) => [id]);
}
