import type { Totals } from '@marquee/payments/earnings';
import { totalsOf } from '../money/get-festival-earnings.ts';
import type { FestivalResources } from '../resources.ts';
import * as tallies from '../tallies/tallies.ts';
import * as dashboards from './dashboards.ts';

const HOUR_MS = 3_600_000;
/** How far back sales are shown by hour. */
const HOURS = 48;
const BALLOTS_MAX = 50;
/** As many as film takes in one question. */
const RUNNING_MAX = 100;

export type Figures = dashboards.Came & {
  asOf: Date;
  timeZone: string;
  ticketsToday: number;
  tickets: number;
  returned: number;
  revenue: Totals;
  types: dashboards.TypeSales[];
  hours: dashboards.Hour[];
  /** Undefined where film could not be asked. */
  viewersNow: number | undefined;
  ballots: dashboards.Turnout[];
};

/** What was sold, who came, who watches and how many voted, of an organization or one event [FES-12]. */
export async function readFigures(
  { db, clock, eventViewers }: FestivalResources,
  of: dashboards.Of,
  timeZone: string,
): Promise<Figures> {
  const now = clock.now();
  const since = new Date(now.getTime() - HOURS * HOUR_MS);
  const [types, hours, ticketsToday, came, ballots, running, all] = await Promise.all([
    dashboards.sales(db, of),
    dashboards.hours(db, of, since),
    dashboards.soldToday(db, of, { now, timeZone }),
    dashboards.attendance(db, of),
    dashboards.turnouts(db, of, BALLOTS_MAX),
    dashboards.runningEvents(db, of, now, RUNNING_MAX),
    // Of an organization, the fees of its calls too.
    of.eventId === null ? tallies.ofFestival(db, of.festivalId) : undefined,
  ]);
  const sold = all ?? summed(types);
  return {
    ...{ asOf: now, timeZone, ticketsToday, types, hours, ballots, ...came },
    ...{ tickets: sold.tickets - sold.returned, returned: sold.returned, revenue: totalsOf(sold) },
    viewersNow: await eventViewers.count(running),
  };
}

type Sold = Pick<dashboards.TypeSales, 'sales' | 'refunds' | 'tickets' | 'returned' | 'amount' | 'fee'>;

const summed = (types: readonly Sold[]): Sold =>
  types.reduce(
    (sum, type) => ({
      ...{ sales: sum.sales + type.sales, refunds: sum.refunds + type.refunds, tickets: sum.tickets + type.tickets },
      ...{ returned: sum.returned + type.returned, amount: sum.amount + type.amount, fee: sum.fee + type.fee },
    }),
    { sales: 0, refunds: 0, tickets: 0, returned: 0, amount: 0n, fee: 0n } as Sold,
  );
