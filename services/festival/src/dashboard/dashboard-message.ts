import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  DashboardFiguresSchema,
  GetEventDashboardResponseSchema,
  GetFestivalDashboardResponseSchema,
} from '@marquee/contracts/festival/v1/dashboard_pb';
import { SALES_CURRENCY as currency } from '@marquee/rules/payments';
import { totalsMessage } from '../money/earnings-message.ts';
import type { Figures } from './figures.ts';
import type { EventDashboard } from './get-event-dashboard.ts';
import type { FestivalDashboard } from './get-festival-dashboard.ts';

const figuresMessage = ({
  asOf,
  revenue,
  types,
  hours,
  viewersNow,
  ...rest
}: Figures): MessageInitShape<typeof DashboardFiguresSchema> => ({
  ...{ ...rest, currency, asOf: timestampFromDate(asOf), version: BigInt(asOf.getTime()) },
  revenue: totalsMessage(revenue),
  types: types.map(({ id, name, pass, eventName, quantity, tickets, returned, amount }) => ({
    ...{ id, name, pass, eventName, quantity, amount, tickets: tickets - returned },
  })),
  hours: hours.map(({ hour, tickets, amount }) => ({ hour: timestampFromDate(hour), tickets, amount })),
  ...{ viewersNow: viewersNow ?? 0, viewersUnknown: viewersNow === undefined },
});

export const festivalDashboardMessage = ({
  figures,
  events,
}: FestivalDashboard): MessageInitShape<typeof GetFestivalDashboardResponseSchema> => ({
  figures: figuresMessage(figures),
  events: events.map(({ startTime, ...event }) => ({ ...event, startTime: timestampFromDate(startTime) })),
});

export const eventDashboardMessage = ({
  figures,
  ...rest
}: EventDashboard): MessageInitShape<typeof GetEventDashboardResponseSchema> => ({
  ...{ ...rest, figures: figuresMessage(figures) },
});
