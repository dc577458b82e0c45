import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { filmPageSchema } from '../films/request-schemas.ts';
import { seesProfile } from '../people/sees-profile.ts';
import type { FilmResources } from '../resources.ts';
import * as entries from './diary-entries.ts';
import { diaryNotShown } from './diary-errors.ts';
import * as shown from './shown-diaries.ts';

export const listDiarySchema = filmPageSchema.extend({ personId: z.string() });

export type DiaryPage = { rows: entries.DiaryEntry[]; nextCursor: string; isShown: boolean; total: number };

/** A diary, the last day first: the viewer's own, or that of somebody who shows it to others, without the films that are not available [FLM-14:diary]. */
export async function listDiary(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  viewer: Viewer,
  { personId, filmId, pageSize, cursor }: z.output<typeof listDiarySchema>,
): Promise<DiaryPage> {
  const ownId = viewer.kind === 'account' ? viewer.accountId : '';
  const accountId = personId || ownId;
  const isOwn = accountId !== '' && accountId === ownId;
  if (!isOwn && !(await seesProfile(db, viewer, accountId))) throw diaryNotShown();
  const isShown = await shown.isShown(db, accountId);
  if (!isOwn && !isShown) throw diaryNotShown();
  const scope = JSON.stringify(['diary', accountId, filmId]);
  const { after, limit, page } = keyset<entries.DiaryKey>({
    ...{ key: config.CURSOR_KEY, scope, size: pageSize, cursor },
  });
  if (filmId && !isId(filmId)) return { rows: [], nextCursor: '', isShown, total: 0 };
  const [listed, total] = await Promise.all([
    entries.list(db, { accountId, isOwn, filmId, after, limit }),
    cursor ? 0 : isOwn ? entries.count(db, accountId) : entries.countShown(db, accountId),
  ]);
  return { ...page(listed, ({ entry }) => [entry.watchedOn.toISOString().slice(0, 10), entry.id]), isShown, total };
}
