import { readStatement, type Statement as Whole } from '@marquee/payments/statement';
import { quarterFields } from '@marquee/rules/earnings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { titlesOf } from './earnings.ts';

export const getStatementSchema = listSchema.extend(quarterFields);

/** With the titles of the films that were sold, by their ids. */
export type Statement = Whole & { titles: ReadonlyMap<string, string> };

/** A quarter of the viewer's account, line by line: what it held before and the lines add up to what it held after [STU-09:statements]. */
export async function getStatement(
  { db, config }: FilmResources,
  { accountId: ownerId }: AccountViewer,
  input: z.output<typeof getStatementSchema>,
): Promise<Statement> {
  const statement = await readStatement(db, config.CURSOR_KEY, { ...input, ownerId });
  return {
    ...statement,
    titles: await titlesOf(db, [...new Set(statement.rows.flatMap(({ itemId }) => itemId ?? []))]),
  };
}
