import { newId } from '@marquee/data/ids';
import { importFestival } from '@marquee/festival/seed/import-festival';
import * as ballots from '@marquee/festival/votes/ballots';
import { importFilm } from '@marquee/film/seed/import-film';
import { v5 } from 'uuid';
import type { Owned, SiteOwner } from './site-owner.ts';

/** Ballots that are open for a while, for vote.js. */
export type PreparedVotes = {
  /** Milliseconds since 1970. */
  closesAt: number;
  ballots: { id: string; eventId: string; blockId: string; filmIds: string[] }[];
};

const BLOCKS_PER_EVENT = 5;
const FILMS_PER_BALLOT = 3;
const EVENING_MS = 3 * 3_600_000;
const NAMESPACE = '0c3f6d4e-5f0f-5a6b-8d2b-6a3f0d3c1e77';

/** Makes a festival with so many ballots, of blocks of several events, that are open from now for that time. */
export async function prepareVotes(
  { film, festival }: Pick<SiteOwner, 'film' | 'festival'>,
  { ballots: count, openForS, directorId }: { ballots: number; openForS: number; directorId: string },
): Promise<PreparedVotes> {
  const filmIds = await films(film, directorId);
  const [id, now] = [newId(), festival.clock.now()];
  const eventIds = Array.from({ length: Math.ceil(count / BLOCKS_PER_EVENT) }, newId);
  const made = Array.from({ length: count }, (_, index) => ({
    ...{ id: newId(), eventId: eventIds[Math.floor(index / BLOCKS_PER_EVENT)] as string, blockId: newId(), filmIds },
  }));
  const shown = filmIds.map((filmId, index) => ({ filmId, filmTitle: titleOf(index) }));
  const blocksOf = (eventId: string) =>
    made
      .filter((ballot) => ballot.eventId === eventId)
      .map(({ blockId }, index) => ({
        ...{ id: blockId, name: `Shorts ${index + 1}`, films: shown.map((one) => ({ ...one, id: newId() })) },
      }));
  await importFestival(festival, {
    ...{ id, url: `load-${id}`, name: 'Everybody Votes', type: 'FILM_FESTIVAL', description: '' },
    ...{ city: 'Lisbon', country: 'PT', language: 'pt', directorId },
    events: eventIds.map((eventId, index) => ({
      ...{ id: eventId, name: `Evening ${index + 1}`, description: '', timeZone: 'Europe/Lisbon' },
      ...{ startTime: now, endTime: new Date(now.getTime() + EVENING_MS), blocks: blocksOf(eventId) },
    })),
  });
  const closesAt = new Date(now.getTime() + openForS * 1_000);
  await festival.db.transaction(async (tx) => {
    for (const { filmIds: _, ...ballot } of made) {
      await ballots.insert(tx, {
        ...{ ...ballot, type: 'CHOICE', opensAt: now, closesAt, createdAt: now },
        ...{ ticketHoldersOnly: false, attendedOnly: false },
      });
    }
  });
  return { closesAt: closesAt.getTime(), ballots: made };
}

const titleOf = (index: number) => `Candidate ${index + 1}`;

/** The films that are voted for, the same at every run. */
async function films(film: Owned, createdBy: string): Promise<string[]> {
  const ids = Array.from({ length: FILMS_PER_BALLOT }, (_, index) => v5(`candidate ${index}`, NAMESPACE));
  for (const [index, id] of ids.entries()) {
    await importFilm(film, {
      ...{ id, createdBy, createdAt: film.clock.now(), published: true, isApproved: true },
      fields: {
        ...{ filmTitle: titleOf(index), projectType: 'SHORT', country: 'PT', language: 'pt', languages: ['pt'] },
        ...{ genres: ['Drama'], rating: 'PG', logLine: 'A film that people vote for.', resolution: '1080p' },
        ...{ releaseDate: '2026-03-14', isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: false },
      },
    });
  }
  return ids;
}
