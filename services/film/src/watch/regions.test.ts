import { newId } from '@marquee/data/ids';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { viewers } from '@marquee/testing/viewers';
import { filmService } from '../testing/film-service.ts';

const REFUSED = { reason: 'REGION_UNAVAILABLE', message: 'This film is unavailable in your region.' };

test('a film that is limited to a country is unlocked, started and watched on only there [WAT-03]', async () => {
  const film = await filmService();
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const limits = { allowedLocations: { values: [{ country: 'PT' }] } };
  await maker.studio.updateFilm({ requestId: newId(), filmId, ...limits });
  const viewer = viewers.movieLover();
  const from = (country?: string) => {
    const place = country ? { country } : undefined;
    return film.as(viewer, { clientInfoBytes: encodeClientInfo({ ip: '193.136.128.1', place }) }).watch;
  };
  const [lisbon, madrid, unknown] = [from('PT'), from('ES'), from()];
  for (const elsewhere of [madrid, unknown]) {
    expect((await elsewhere.getFilmAccess({ filmId })).access).toMatchObject({ valid: false, ...REFUSED });
    await expect(elsewhere.unlockFilm({ requestId: newId(), filmId })).rejects.toMatchObject(REFUSED);
    await expect(elsewhere.startPlayback({ requestId: newId(), filmId })).rejects.toMatchObject(REFUSED);
  }
  await lisbon.unlockFilm({ requestId: newId(), filmId });
  const { playbackSessionId } = await lisbon.startPlayback({ requestId: newId(), filmId });
  const beat = { playbackSessionId, positionMs: 1_000, playedMs: 1_000 };
  expect((await lisbon.heartbeat(beat)).access?.valid).toBe(true);
  // The unlock stays; the country that was left ends playback at the next heartbeat, and coming back continues it.
  expect((await madrid.heartbeat(beat)).access).toMatchObject({ valid: false, signedUrl: '', ...REFUSED });
  expect((await lisbon.heartbeat(beat)).access?.valid).toBe(true);
  // Who made it previews it from anywhere, and sees that it is a preview [WAT-16].
  expect((await maker.watch.getFilmAccess({ filmId })).access).toMatchObject({ valid: true, preview: true });
});
