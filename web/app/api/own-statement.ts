import { type Quarter, type WholeStatement, wholeStatement } from '../features/earnings/whole-statement.ts';
import type { Api } from './context.ts';

/** A quarter of the viewer's account of films. */
export const filmStatement = ({ earnings }: Pick<Api, 'earnings'>, quarter: Quarter): Promise<WholeStatement> =>
  wholeStatement(quarter, async (asked) => {
    const page = await earnings.getStatement(asked);
    return { ...page, lines: page.lines.map((line) => ({ ...line, name: line.filmTitle })) };
  });

/** A quarter of an organization's account. */
export const festivalStatement = (
  { festivalEarnings }: Pick<Api, 'festivalEarnings'>,
  { festivalId, ...quarter }: Quarter & { festivalId: string },
): Promise<WholeStatement> =>
  wholeStatement(quarter, (asked) => festivalEarnings.getFestivalStatement({ ...asked, festivalId }));
