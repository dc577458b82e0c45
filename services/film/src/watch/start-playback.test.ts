import { create } from '@bufbuild/protobuf';
import { SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
let filmId: string;
beforeAll(async () => {
  film = await filmService({ FREE_UNLOCK_HOURS: 8 });
});
beforeEach(async () => {
  filmId = await film.releasedFilm(film.maker());
});

const MINUTE_MS = 60_000;

/** A start that may be repeated, as a browser does that heard no answer. */
async function starting(nativeHls = false) {
  const lover = film.lover();
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  const request = { requestId: newId(), filmId, nativeHls };
  return { lover, start: () => lover.watch.startPlayback(request) };
}

const expiryOf = (signedUrl = '') => film.media.signed.get(signedUrl.split('/')[2] ?? '')?.expiresAt.getTime() ?? 0;

test.each([
  ['', false, 11 * MINUTE_MS],
  [' for a player of native HLS', true, 4 * 60 * MINUTE_MS],
])(
  'a start that is repeated late gets the same session, and an address that plays%s [WAT-06:clear]',
  async (_, nativeHls, passedMs) => {
    const { start } = await starting(nativeHls);
    const first = await start();
    film.clock.advance(passedMs);
    expect(expiryOf(first.access?.signedUrl)).toBeLessThan(film.clock.now().getTime());
    const repeated = await start();
    expect(expiryOf(repeated.access?.signedUrl)).toBeGreaterThan(film.clock.now().getTime() + MINUTE_MS);
    expect(repeated.trickplayUrl).toBe(`${repeated.access?.signedUrl}trickplay.json`);
    const { access, unlocked, trickplayUrl, ...rest } = first;
    const { signedUrl } = repeated.access ?? {};
    const again = { access: { ...access, signedUrl }, unlocked: { ...unlocked, signedUrl } };
    expect(repeated).toMatchObject({ ...rest, ...again });
    expect(await film.db.query('SELECT 1 FROM playback_sessions WHERE film_id = $1', [filmId])).toHaveLength(1);
  },
);

test('a start that is refused opens no session', async () => {
  const start = film.lover().watch.startPlayback({ requestId: newId(), filmId, nativeHls: false });
  await expect(start).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });
  expect(await film.db.query('SELECT 1 FROM playback_sessions WHERE film_id = $1', [filmId])).toEqual([]);
});

test('a start that is repeated after the right to watch has ended gets no address', async () => {
  const { start } = await starting();
  await start();
  film.clock.advance(8 * 60 * MINUTE_MS);
  await expect(start()).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });
});

test('a start that is repeated after its sign-in has ended gets no address', async () => {
  const { lover, start } = await starting();
  await start();
  const { sessionId, accountId } = lover.viewer;
  await film.deliver(SessionEndedSchema, create(SessionEndedSchema, { sessionId, accountId }), sessionId);
  await expect(start()).rejects.toMatchObject({ reason: 'PLAYBACK_ENDED' });
});
