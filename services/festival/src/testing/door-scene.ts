import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { NewScan } from '@marquee/contracts/festival/v1/door_pb';
import { newId } from '@marquee/data/ids';
import type { FestivalUnderTest } from './festival-service.ts';
import { ticketScene } from './ticket-scene.ts';

type Account = ReturnType<FestivalUnderTest['viewer']>;
type Sync = { doorId: string; credential: string };

/** Doors of events with free tickets, around a festival service. */
export function doorScene(festival: FestivalUnderTest) {
  const tickets = ticketScene(festival);

  /** An event with a kind of free tickets, on this day. */
  async function event() {
    const sale = await tickets.sale({ price: 0n }, { startsIn: 1 });
    return { ...sale, ticket: () => ticketTo(sale) };
  }

  /** A ticket that somebody gets, with its code. */
  async function ticketTo({ eventId, typeId }: { eventId: string; typeId: string }, holder = festival.viewer()) {
    const { order } = await tickets.open(holder, typeId, { price: 0n });
    const userTicketId = order?.tickets[0]?.userTicketId ?? '';
    const { code } = await holder.tickets.getOwnTicket({ eventId, userTicketId });
    return { holder, orderId: order?.id ?? '', userTicketId, code };
  }

  /** Opens a door; what it sends has its credential. */
  async function open(by: Account, eventId: string, name = 'Main door') {
    const { door, credential } = await by.doors.openDoor({ requestId: newId(), eventId, name });
    const self: Sync = { doorId: door?.id ?? '', credential };
    const sync = (more: Partial<Sync> & { scans?: SentScan[]; scansAfter?: bigint; changesState?: bigint } = {}) =>
      festival.visitor().doors.syncDoor({ ...self, ...more });
    return { ...self, sync };
  }
  type SentScan = Pick<NewScan, 'id' | 'code' | 'offsetMs'> & { doorTime: Timestamp };

  /** What a door keeps of a scan now, or minutes ago. */
  const scan = (code: string, { id = newId(), minutesAgo = 0, offsetMs = 0n } = {}): SentScan => ({
    ...{ id, code, offsetMs },
    doorTime: timestampFromDate(new Date(festival.clock.now().getTime() - minutesAgo * 60_000 - Number(offsetMs))),
  });
  const minutesAgo = (at: Timestamp | undefined) =>
    at && (festival.clock.now().getTime() - timestampDate(at).getTime()) / 60_000;

  return { ...tickets, event, ticketTo, open, scan, minutesAgo };
}
