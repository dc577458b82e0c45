import { isId } from '@marquee/data/ids';
import { IMPORT_CHOICES_MAX, type matchRowsSchema } from '@marquee/rules/imports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as cards from '../films/cards.ts';
import * as lists from '../lists/film-lists.ts';
import { listNotFound } from '../lists/list-errors.ts';
import type { FilmResources } from '../resources.ts';
import * as named from './named-films.ts';
import { requireBegun } from './require-begun.ts';

export type RowMatch = {
  line: number;
  state: 'FOUND' | 'AMBIGUOUS' | 'NOT_FOUND' | 'ALREADY_THERE';
  films: cards.Card[];
};
type Row = z.output<typeof matchRowsSchema>['rows'][number];

/** The address of a film in an own export. */
const OWN_ADDRESS = /\/feed\/([0-9a-f-]{36})$/;

/** Which films the rows of a file mean: by the id of an own export, else by title and year [FLM-14:import]. */
export async function matchRows(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  viewer: AccountViewer,
  { kind, rows, listId }: z.output<typeof matchRowsSchema>,
): Promise<RowMatch[]> {
  requireBegun(rows, clock.now());
  const ids = rows.map(ownId).filter(isId);
  const names = [...new Set(rows.map(({ name }) => name).filter(Boolean))];
  const [byId, titled] = await Promise.all([cards.visibleById(db, ids), named.byTitle(db, names, IMPORT_CHOICES_MAX)]);
  const byName = Map.groupBy(titled, ({ asked }) => asked);
  const matches = rows.map((row) => ({ row, ...filmsOf(row, byId, byName.get(row.name) ?? []) }));
  const meant = matches.filter(({ state }) => state === 'FOUND').map(({ films }) => films[0]?.id ?? '');
  if ((kind === 'LIST' || listId) && !(await lists.isOwn(db, listId, viewer.accountId))) throw listNotFound();
  const ownerId = kind === 'LIST' ? listId : viewer.accountId;
  const had = await named.had(db, { kind, ownerId, filmIds: [...new Set(meant)] });
  return matches.map(({ row: { line, watchedDay }, state, films }) => {
    const isThere = state === 'FOUND' && had.has(named.hadKey(kind, films[0]?.id ?? '', watchedDay));
    return { line, films, state: isThere ? 'ALREADY_THERE' : state };
  });
}

const ownId = ({ uri }: Row): string => OWN_ADDRESS.exec(uri)?.[1] ?? '';

function filmsOf(row: Row, byId: Map<string, cards.Card>, titled: cards.Card[]): Pick<RowMatch, 'state' | 'films'> {
  const own = byId.get(ownId(row));
  if (own) return { state: 'FOUND', films: [own] };
  const ofYear = titled.filter(({ releaseDate }) => releaseDate?.getUTCFullYear() === row.filmYear);
  const [only, ...others] = row.filmYear > 0 && ofYear.length > 0 ? ofYear : titled;
  if (!only) return { state: 'NOT_FOUND', films: [] };
  const isCertain = others.length === 0 && (row.filmYear === 0 || ofYear.length > 0);
  return { state: isCertain ? 'FOUND' : 'AMBIGUOUS', films: [only, ...others] };
}
