import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { type OwnSubmission, withOrder } from './own-submission.ts';
import * as submissions from './submissions.ts';

export const listOwnSubmissionsSchema = z.object({ filmId: z.string(), pageSize: z.number(), cursor: z.string() });

/** The viewer's submissions, of all their films or of one, the newest first [FES-09] [STU-03]. */
export async function listOwnSubmissions(
  { db, config }: FestivalResources,
  { accountId: makerId }: AccountViewer,
  { filmId, pageSize: size, cursor }: z.output<typeof listOwnSubmissionsSchema>,
): Promise<{ rows: OwnSubmission[]; nextCursor: string }> {
  const scope = JSON.stringify(['own submissions', makerId, filmId]);
  const list = keyset<submissions.OwnKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const found = await submissions.listOwn(db, { makerId, filmId, after: list.after, limit: list.limit });
  const { rows, nextCursor } = list.page(found, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { rows: await Promise.all(rows.map(({ id }) => withOrder(db, id, undefined))), nextCursor };
}
