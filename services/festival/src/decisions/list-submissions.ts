import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { DECISIONS } from '@marquee/rules/submissions';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireDeskCall } from '../calls/call-rights.ts';
import { standingOf } from '../organizations/organization-rights.ts';
import type { FestivalResources } from '../resources.ts';
import * as desk from './desk-submissions.ts';

const QUERY_CHARACTERS_MAX = 100;

export const listSubmissionsSchema = z.object({
  callId: z.string(),
  categoryId: z.string(),
  decision: z.enum(['', ...DECISIONS]),
  undecided: z.boolean(),
  query: z.string().max(QUERY_CHARACTERS_MAX),
  order: z.enum(['NEWEST', 'BEST']),
  pageSize: z.number(),
  cursor: z.string(),
});

const containing = (words: string) => `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`;

/** What was submitted to a call, with how it was judged [FES-09] [ADO-02]. */
export async function listSubmissions(
  { db, config }: FestivalResources,
  viewer: AccountViewer,
  input: z.output<typeof listSubmissionsSchema>,
): Promise<{ rows: desk.DeskSubmission[]; nextCursor: string; canManage: boolean }> {
  const { callId, categoryId, decision, undecided, query, order, pageSize: size, cursor } = input;
  const call = await requireDeskCall(db, viewer, callId);
  const standing = await standingOf(db, viewer, { id: call.festivalId, directorId: call.directorId });
  const canManage = standing === 'DIRECTOR' || standing === 'MANAGER';
  if (categoryId !== '' && !isId(categoryId)) return { rows: [], nextCursor: '', canManage };
  const scope = JSON.stringify(['submissions', call.id, categoryId, decision, undecided, query, order]);
  const list = keyset<desk.DeskKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const filter = { callId: call.id, categoryId: categoryId || null, decision, undecided, best: order === 'BEST' };
  const found = await desk.list(db, { ...filter, pattern: containing(query) }, list);
  const page = list.page(found, ({ mean, createdAt, id }) => [filter.best ? mean : 0, createdAt.toISOString(), id]);
  return { ...page, canManage };
}
