import { EarningsService } from '@marquee/contracts/film/v1/earnings_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read } from '@marquee/service/use-case';
import { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { earningDayMessage, earningsMessage, filmEarningsMessage, statementMessage } from './earnings-message.ts';
import { getEarnings } from './get-earnings.ts';
import { getStatement, getStatementSchema } from './get-statement.ts';
import { listEarningDays, listEarningDaysSchema } from './list-earning-days.ts';
import { listFilmEarnings } from './list-film-earnings.ts';

/** What a maker has earned. Each method is about the account of the viewer; staff may ask about one film of a maker. */
export const earningsRpc = rpc<FilmResources>()(EarningsService, {
  getEarnings: read(noInput, getEarnings, earningsMessage),
  listFilmEarnings: read(listSchema, listFilmEarnings, ({ rows, nextCursor }) => ({
    films: rows.map(filmEarningsMessage),
    nextCursor,
  })),
  listEarningDays: read(listEarningDaysSchema, listEarningDays, (days) => ({ days: days.map(earningDayMessage) })),
  getStatement: read(getStatementSchema, getStatement, statementMessage),
});
