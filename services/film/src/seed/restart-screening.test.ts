import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { filmService } from '../testing/film-service.ts';
import { importFilm } from './import-film.ts';
import { restartScreening } from './restart-screening.ts';

const HOUR_MS = 3_600_000;

test('a premiere of the demo that is over begins again, one to come keeps its start, and a film that is gone stays gone', async () => {
  const { db, platform, clock } = await filmService();
  const resources = { db, outbox: createOutbox({ clock }), clock, signals: platform.signals };
  const [id, createdBy] = [newId(), newId()];
  const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);
  const first = at(1);
  await importFilm(resources, {
    ...{ id, createdBy, createdAt: clock.now(), published: true, isApproved: true, runningTime: 600 },
    ...{ releaseType: 'SCREENING', screeningStartTime: first },
    fields: {
      ...{ filmTitle: 'The Understudy', projectType: 'FEATURE', country: 'GB', language: 'en', languages: ['en'] },
      ...{ genres: ['Drama'], rating: 'PG', logLine: 'Tonight the lead does not come.', resolution: '4K' },
      ...{ releaseDate: '2026-02-06', isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: true },
    },
  });
  const start = async () =>
    (await db.query<{ screeningStartTime: Date }>('SELECT screening_start_time FROM films WHERE id = $1', [id]))[0]
      ?.screeningStartTime;
  await restartScreening(resources, { id, startTime: at(5) });
  expect(await start()).toEqual(first);
  clock.advance(2 * HOUR_MS);
  const next = at(1);
  await restartScreening(resources, { id, startTime: next });
  expect(await start()).toEqual(next);
  await restartScreening(resources, { id: newId(), startTime: next });
  expect(await db.query('SELECT 1 FROM films')).toHaveLength(1);
});
