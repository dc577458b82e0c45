import { DIRECTORS, type Directed } from '../crew/departments.ts';
import { type FilmNumbers, NUMBERS, NUMBERS_FROM } from '../statistics/stats.ts';
import { type Film, filmColumns, type Queryable, VISIBLE } from './films.ts';
import { PREPARING } from './preparing-films.ts';

/** What a card in a rail or a grid shows, and what the feed chooses its large film by. */
const CARD_FIELDS = [
  'id',
  'filmTitle',
  'logLine',
  'releaseType',
  'releaseDate',
  'projectType',
  'runningTime',
  'genres',
  'rating',
  'poster',
  'trailerThumbnail',
  'isFree',
  'usdCost',
  'coinCost',
  'isFestivalWinner',
  'screeningStartTime',
  'country',
  'filmReady',
] as const satisfies readonly (keyof Film)[];

export type Card = Pick<Film, (typeof CARD_FIELDS)[number]> &
  Pick<FilmNumbers, 'stars'> &
  Directed & { preparing: boolean };

/** For a FROM that has a film as `f` and NUMBERS_FROM. */
export const CARD = `${filmColumns(CARD_FIELDS)}, ${NUMBERS}, ${DIRECTORS}, ${PREPARING} AS preparing`;

const BY_ID = `SELECT ${CARD} FROM films f ${NUMBERS_FROM} WHERE f.id = ANY($1::uuid[])`;

const VISIBLE_BY_ID = `${BY_ID} AND ${VISIBLE}`;

/** Cards of films that everybody finds, by film id. */
export async function visibleById(db: Queryable, filmIds: readonly string[]): Promise<Map<string, Card>> {
  const rows = await db.query<Card>({ name: 'catalogue.visible-cards', text: VISIBLE_BY_ID, values: [filmIds] });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Cards by film id. */
export async function byId(db: Queryable, filmIds: readonly string[]): Promise<Map<string, Card>> {
  const rows = await db.query<Card>({ name: 'catalogue.cards', text: BY_ID, values: [filmIds] });
  return new Map(rows.map((row) => [row.id, row]));
}
