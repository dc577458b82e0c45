import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { filmService } from '../testing/film-service.ts';

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

test('what viewers do with a film waits neither for changes of the film nor for each other [WAT-13:premiere]', async () => {
  const film = await filmService();
  const [maker, staff, lover] = [film.maker(), film.staff(), film.lover()];
  const filmId = await film.releasedFilm(maker);
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = film.db.transaction(async (tx) => {
    // New rows may still refer to the film.
    await tx.query('SELECT FROM films WHERE id = $1 FOR NO KEY UPDATE', [filmId]);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const change = (filmTitle: string) => ({ requestId: newId(), filmId, filmTitle });
  const changes = [maker.studio.updateFilm(change('One')), staff.studio.updateFilm(change('Another'))];
  await eventually(async () => expect(await film.db.query(WAITING)).toHaveLength(2));

  const request = () => ({ requestId: newId(), filmId });
  await lover.watch.unlockFilm(request());
  await lover.watch.startPlayback(request());
  await lover.watch.setProgressDismissed({ filmId, dismissed: true });
  await lover.reviews.rateFilm({ ...request(), rating: 4 });
  await lover.reviews.setLike({ filmId, liked: true });
  await lover.reviews.setBlock({ filmId, blocked: true });
  await lover.reviews.setBlock({ filmId, blocked: false });
  await lover.watchlist.setWatchlisted({ filmId, watchlisted: true });
  await lover.diary.addDiaryEntry({ ...request(), rating: 4, watchedOn: '2026-11-20' });
  released.resolve();
  await Promise.all([lock, ...changes]);
});
