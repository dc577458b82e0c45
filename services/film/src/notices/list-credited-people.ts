import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as facts from './notice-facts.ts';

export const listCreditedPeopleSchema = z.object({ filmId: z.string(), pageSize: z.int(), cursor: z.string() });

/** Everybody whom a visible film credits with their agreement, its maker left out, by id [NOT-02]. */
export async function listCreditedPeople(
  { db, config }: Pick<FilmResources, 'db' | 'config'>,
  _viewer: Viewer,
  { filmId, pageSize: size, cursor }: z.output<typeof listCreditedPeopleSchema>,
): Promise<{ accountIds: string[]; nextCursor: string }> {
  const list = keyset<[id: string]>({ key: config.CURSOR_KEY, scope: `credited ${filmId}`, size, cursor });
  const found = isId(filmId) ? await facts.credited(db, filmId, list.after?.[0], list.limit) : [];
  const { rows, nextCursor } = list.page(found, ({ id }) => [id]);
  return { accountIds: rows.map(({ id }) => id), nextCursor };
}
