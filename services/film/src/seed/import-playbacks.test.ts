import { filmService } from '../testing/film-service.ts';
import { importPlaybacks } from './import-playbacks.ts';

test('an imported playback continues by heartbeats, for the one it belongs to', async () => {
  const film = await filmService();
  const filmId = await film.releasedFilm(film.maker());
  const [lover, other] = [film.lover(), film.lover()];
  const people = [lover, other].map(({ viewer: { accountId, sessionId } }) => ({ accountId, sessionId }));
  const [own, others] = await importPlaybacks({ db: film.db, clock: film.clock }, filmId, people);
  const beat = (id = '') => lover.watch.heartbeat({ playbackSessionId: id, positionMs: 400, playedMs: 400 });
  expect((await beat(own?.id)).access).toMatchObject({ valid: true });
  await expect(beat(others?.id)).rejects.toThrow();
});
