import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const AD_TAG_URL = 'https://ads.example/vast?site=films';
let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ AD_TAG_URL });
});

type Caller = Pick<ReturnType<FilmHarness['lover']>, 'watch'>;
async function tagOf({ watch }: Caller, filmId: string): Promise<string> {
  return (await watch.startPlayback({ requestId: newId(), filmId, nativeHls: false })).adTagUrl;
}
async function unlocking(filmId: string, overrides?: Parameters<FilmHarness['lover']>[0]) {
  const lover = film.lover(overrides);
  await lover.watch.unlockFilm({ requestId: newId(), filmId });
  return tagOf(lover, filmId);
}

test('ads come before a film on demand, but never for b2b, its maker and staff [WAT-11:who]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  expect(await unlocking(filmId)).toBe(AD_TAG_URL);
  expect(await unlocking(filmId, { consumerType: 'B2B' })).toBe('');
  expect(await tagOf(maker, filmId)).toBe('');
  expect(await tagOf(film.staff(), filmId)).toBe('');
  // Also where they have unlocked it as others do.
  await maker.watch.unlockFilm({ requestId: newId(), filmId });
  expect(await tagOf(maker, filmId)).toBe('');
});

test('a screening has no ads [WAT-11:on-demand]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING });
  expect(await unlocking(filmId)).toBe('');
});

test('ads are for accounts without a plan [WAT-11:plan] [WAT-11]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  expect(await unlocking(filmId, { plan: 'NONE' })).toBe(AD_TAG_URL);
  for (const plan of ['FREEMIUM', 'PRO', 'PREMIUM']) expect(await unlocking(filmId, { plan })).toBe('');
});

test('an ad server that is set comes before campaigns of the house [WAT-11:house]', async () => {
  const promoted = await film.releasedFilm(film.maker());
  await film.db.query('UPDATE media_copies SET duration_ms = 20000');
  const fields = { filmId: promoted, title: 'Rivers', enabled: true };
  await film.staff().campaigns.saveCampaign({ requestId: newId(), ...fields });
  expect(await unlocking(await film.releasedFilm(film.maker()))).toBe(AD_TAG_URL);
  expect(await film.db.query('SELECT 1 FROM campaign_showings')).toEqual([]);
});
