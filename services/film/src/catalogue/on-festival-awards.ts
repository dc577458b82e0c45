import { type FestivalAwardsChanged, FestivalAwardsChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { on } from '@marquee/events/consumer';
import type { Award } from '../../gen/prisma/client.ts';
import { awardText } from '../back-office/award-text.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as awards from './awards.ts';

/** What an event of a festival gave is on the pages of its films, and makes them winners or not any more [FES-07]. */
export const onFestivalAwards = on(FestivalAwardsChangedSchema, async (write: FilmWrite, event) => {
  const before = await awards.listFrom(write.tx, event.eventId);
  const after = awardsOf(event);
  const filmIds = new Set([...before, ...after].map(({ filmId }) => filmId));
  for (const filmId of [...filmIds].sort()) {
    const ofFilm = ({ filmId: id }: Award) => id === filmId;
    await keepOf(write, filmId, before.filter(ofFilm), after.filter(ofFilm), event.accountId);
  }
});

function awardsOf({ eventId, festivalId, festivalName, year, awards }: FestivalAwardsChanged): Award[] {
  return awards.map(({ id, filmId, category, winner }) => ({
    ...{ id, filmId, category, winner, eventId, festivalId, festivalName, year },
  }));
}

async function keepOf(write: FilmWrite, filmId: string, before: Award[], after: Award[], by: string): Promise<void> {
  const { tx } = write;
  const changed = after.filter((award) => awardText(award) !== awardText(before.find(({ id }) => id === award.id)));
  // One that another film has now was moved there, by the same id.
  const removed = before.filter(({ id }) => after.every((award) => award.id !== id));
  if (changed.length + removed.length === 0) return;
  const film = await films.lockIfThere(tx, filmId);
  // Gone meanwhile, its awards with it.
  if (!film) return;
  for (const award of removed) await awards.removeOf(tx, award.id, filmId);
  for (const award of changed) await awards.saveFrom(tx, award);
  const textOf = (id: string) => awardText(before.find((award) => award.id === id));
  const wins = after.some(({ winner }) => winner);
  const won = before.some(({ winner }) => winner);
  const isFestivalWinner = wins || (won ? await awards.isWinner(tx, filmId) : film.isFestivalWinner);
  await saveFilm(write, film, { isFestivalWinner }, by, [
    ...changed.map((award) => ({
      kind: 'AWARD_SAVED' as const,
      changes: [{ field: 'award', before: textOf(award.id), after: awardText(award) }],
    })),
    ...removed.map((award) => ({
      kind: 'AWARD_REMOVED' as const,
      changes: [{ field: 'award', before: awardText(award), after: '' }],
    })),
  ]);
}
