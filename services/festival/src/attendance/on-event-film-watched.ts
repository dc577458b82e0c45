import { EventFilmWatchedSchema } from '@marquee/contracts/events/v1/film_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { FestivalWrite } from '../resources.ts';
import * as screenings from '../screenings/screenings.ts';
import * as attendances from './attendances.ts';

/** Who has watched enough of a film at a virtual event has attended it, and may vote where that is asked for [FES-10]. */
export const onEventFilmWatched = on(
  EventFilmWatchedSchema,
  async ({ tx, clock }: FestivalWrite, { eventId, accountId }) => {
    if (!isId(eventId) || !isId(accountId) || !(await screenings.find(tx, eventId))) return;
    await attendances.add(tx, { eventId, accountId, source: 'WATCHED', at: clock.now() });
  },
);
