import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as reports from './profile-reports.ts';

export const listProfileReportsSchema = z.object({ pageSize: z.int(), cursor: z.string() });

/** Reports of others' profiles that staff have not dealt with, oldest first [PRO-17]. */
export async function listProfileReports(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  { accountId: viewerId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listProfileReportsSchema>,
): Promise<{ rows: reports.OpenReport[]; nextCursor: string }> {
  const list = keyset<[id: string]>({ key: config.CURSOR_KEY, scope: 'profile reports', size, cursor });
  return list.page(await reports.listOpen(db, viewerId, list.after?.[0], list.limit), ({ id }) => [id]);
}
