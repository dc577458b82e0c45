import { readStatement, type Statement } from '@marquee/payments/statement';
import { quarterFields } from '@marquee/rules/earnings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { listOfFestivalSchema } from './list-earning-sources.ts';
import { organizationWithMoney } from './money-rights.ts';
import { namesOfSold } from './sold-names.ts';

export const getFestivalStatementSchema = listOfFestivalSchema.extend(quarterFields);

/** With the names of what was sold, by the orders of its lines. */
export type FestivalStatement = Statement & { names: ReadonlyMap<string, string>; festivalName: string };

/** A quarter of an organization's account, line by line: what it held before and the lines add up to what it held after. */
export async function getFestivalStatement(
  { db, config }: FestivalResources,
  viewer: AccountViewer,
  { festivalId, ...asked }: z.output<typeof getFestivalStatementSchema>,
): Promise<FestivalStatement> {
  const { id: ownerId, name: festivalName } = await organizationWithMoney(db, viewer, festivalId);
  const statement = await readStatement(db, config.CURSOR_KEY, { ...asked, ownerId });
  return { ...statement, festivalName, names: await namesOfSold(db, statement.rows) };
}
