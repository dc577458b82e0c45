import { ImportKind, ImportService, type RowMatch } from '@marquee/contracts/film/v1/imports_pb';
import { IMPORT_PART_ROWS_MAX, type ImportKind as Kind } from '@marquee/rules/imports';
import { client } from '../../../api/browser/client.ts';
import type { ImportedRow } from './read-import.ts';

/** A row with what is known of its film. */
export type MatchedRow = { row: ImportedRow; match: RowMatch };
export type Part<T> = readonly T[];

export const partsOf = <T>(rows: readonly T[]): Part<T>[] =>
  Array.from({ length: Math.ceil(rows.length / IMPORT_PART_ROWS_MAX) }, (_, at) =>
    rows.slice(at * IMPORT_PART_ROWS_MAX, (at + 1) * IMPORT_PART_ROWS_MAX),
  );

/** A row that can be imported: one with a title, of a diary with a day until today, of ratings with stars. */
export function isWhole({ name, watchedDay, stars }: ImportedRow, kind: Kind, today: string): boolean {
  if (!name) return false;
  if (kind === 'DIARY') return watchedDay !== '' && watchedDay <= today;
  return kind !== 'RATINGS' || stars > 0;
}

/** Asks which films a part of the rows means. */
export async function matchPart(
  { kind, listId }: { kind: Kind; listId: string },
  part: Part<ImportedRow>,
): Promise<MatchedRow[]> {
  const { matches } = await client(ImportService).matchRows({
    kind: ImportKind[kind],
    listId,
    rows: part.map(({ line, name, filmYear, uri, watchedDay }) => ({
      ...{ line, name, filmYear, uri },
      watchedDay: kind === 'DIARY' ? watchedDay : '',
    })),
  });
  const byLine = new Map(matches.map((match) => [match.line, match]));
  return part.flatMap((row) => {
    const match = byLine.get(row.line);
    return match ? [{ row, match }] : [];
  });
}

export type ChosenRow = { row: ImportedRow; filmId: string };

/** Adds a part of the rows; the same part twice is once. */
export function addPart(
  { importId, kind, fileName, listId }: { importId: string; kind: Kind; fileName: string; listId: string },
  part: Part<ChosenRow>,
): Promise<{ addedCount: number; keptCount: number }> {
  return client(ImportService).importRows({
    ...{ importId, fileName, listId },
    kind: ImportKind[kind],
    rows: part.map(({ row, filmId }) => ({
      ...{ line: row.line, filmId, rewatch: row.rewatch, tags: row.tags },
      watchedDay: kind === 'DIARY' ? row.watchedDay : '',
      stars: kind === 'DIARY' || kind === 'RATINGS' ? row.stars : 0,
    })),
  });
}
