import { OrganizationEarningsService } from '@marquee/contracts/festival/v1/earnings_pb';
import { rpc } from '@marquee/service/rpc';
import { read } from '@marquee/service/use-case';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { dayMessage, festivalEarningsMessage, festivalStatementMessage, sourceMessage } from './earnings-message.ts';
import { getFestivalEarnings } from './get-festival-earnings.ts';
import { getFestivalStatement, getFestivalStatementSchema } from './get-festival-statement.ts';
import { listEarningSources, listOfFestivalSchema } from './list-earning-sources.ts';
import { listFestivalEarningDays, listFestivalEarningDaysSchema } from './list-festival-earning-days.ts';

/** What an organization has earned. */
export const organizationEarningsRpc = rpc<FestivalResources>()(OrganizationEarningsService, {
  getFestivalEarnings: read(festivalIdSchema, getFestivalEarnings, festivalEarningsMessage),
  listEarningSources: read(listOfFestivalSchema, listEarningSources, ({ rows, nextCursor }) => ({
    ...{ sources: rows.map(sourceMessage), nextCursor },
  })),
  listFestivalEarningDays: read(listFestivalEarningDaysSchema, listFestivalEarningDays, (days) => ({
    days: days.map(dayMessage),
  })),
  getFestivalStatement: read(getFestivalStatementSchema, getFestivalStatement, festivalStatementMessage),
});
