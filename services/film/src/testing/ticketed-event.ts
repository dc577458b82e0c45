import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EventChangedSchema, UserTicketChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import type { Screening } from '@marquee/contracts/festival/v1/screening_pb';
import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmHarness } from './film-service.ts';

type Holder = { viewer: AccountViewer };
type Said = Partial<
  Pick<Screening, 'eventId' | 'open' | 'filmIds' | 'startTime' | 'endTime' | 'preRollVideoUri' | 'preRollDuration'>
>;

const HOUR_MS = 3_600_000;

/** A virtual event with tickets, as festival tells film of it. */
export async function ticketedEvent(
  film: FilmHarness,
  {
    filmIds,
    startsInMs = 0,
    lengthMs = 2 * HOUR_MS,
    announced = true,
    ...more
  }: { filmIds: string[]; startsInMs?: number; lengthMs?: number; announced?: boolean } & Said,
) {
  const id = newId();
  const startsAt = film.clock.now().getTime() + startsInMs;
  let version = 1n;
  let said: Said = {
    ...{ eventId: id, open: true, filmIds, startTime: timestampFromDate(new Date(startsAt)) },
    ...{ endTime: timestampFromDate(new Date(startsAt + lengthMs)), ...more },
  };

  /** Festival says what changed of the event, by its next version unless another is given. */
  async function say(change: Said, at?: bigint): Promise<void> {
    if (at === undefined) said = { ...said, ...change };
    version += 1n;
    const screening = { ...said, ...change, version: at ?? version };
    const message = create(EventChangedSchema, { eventId: id, festivalId: newId(), screening });
    await film.deliver(EventChangedSchema, message, id, version);
  }

  /** Festival says that somebody has a ticket. */
  async function give({ viewer }: Holder) {
    const userTicketId = newId();
    let generation = 0;
    const tell = (accountId: string, valid: boolean) => {
      generation += 1;
      const ticket = { userTicketId, eventId: id, festivalId: newId(), accountId, valid, generation };
      const message = create(UserTicketChangedSchema, ticket);
      return film.deliver(UserTicketChangedSchema, message, userTicketId, BigInt(generation));
    };
    let holder = viewer.accountId;
    await tell(holder, true);
    return {
      refunded: () => tell(holder, false),
      gaveTo: (other: Holder) => {
        holder = other.viewer.accountId;
        return tell(holder, true);
      },
    };
  }

  if (announced) await say({});
  return { id, say, give };
}
