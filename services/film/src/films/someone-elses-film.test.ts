import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

type Stranger = ReturnType<FilmHarness['maker']>;

function edits({ studio, crew }: Stranger, filmId: string, crewId: string): Record<string, Promise<unknown>> {
  const request = () => ({ requestId: newId(), filmId });
  return {
    updateFilm: studio.updateFilm({ ...request(), filmTitle: 'Mine now' }),
    setFilmAsset: studio.setFilmAsset({ ...request(), kind: AssetKind.POSTER_IMAGE, mediaId: newId() }),
    removeFilmAsset: studio.removeFilmAsset({ ...request(), kind: AssetKind.POSTER_IMAGE }),
    publishFilm: studio.publishFilm(request()),
    unpublishFilm: studio.unpublishFilm(request()),
    deleteFilm: studio.deleteFilm(request()),
    addCrew: crew.addCrew({ ...request(), credit: 'Cast', firstName: 'A', lastName: 'B' }),
    removeCrew: crew.removeCrew({ filmId, crewId }),
    inviteCrew: crew.inviteCrew({ ...request(), crewId, email: 'a@example.com' }),
    listCreditClaims: crew.listCreditClaims({ filmId }),
  };
}

function reads(
  { catalogue, studio, reviews, watch, crew }: Stranger,
  filmId: string,
): Record<string, Promise<unknown>> {
  const request = () => ({ requestId: newId(), filmId });
  return {
    getFilm: catalogue.getFilm({ filmId, preview: true }),
    getTrailer: catalogue.getTrailer({ filmId }),
    listCrew: catalogue.listCrew({ filmId }),
    listAwards: catalogue.listAwards({ filmId }),
    getMyFilm: studio.getMyFilm({ filmId }),
    listReviews: reviews.listReviews({ filmId }),
    getUserRating: reviews.getUserRating({ filmId }),
    rateFilm: reviews.rateFilm({ ...request(), rating: 1 }),
    deleteReview: reviews.deleteReview({ filmId }),
    setLike: reviews.setLike({ filmId, liked: true }),
    setBlock: reviews.setBlock({ filmId, blocked: true }),
    reportFilm: reviews.reportFilm({ ...request(), reason: 1 }),
    getFilmAccess: watch.getFilmAccess({ filmId }),
    unlockFilm: watch.unlockFilm(request()),
    startPlayback: watch.startPlayback(request()),
    getPlaybackProgress: watch.getPlaybackProgress({ filmId }),
    claimCredit: crew.claimCredit({ ...request(), crewId: newId() }),
    listOwnClaims: crew.listOwnClaims({ filmId }),
  };
}

async function refusals(
  calls: Record<string, Promise<unknown>>,
): Promise<Record<string, { code?: Code; reason?: string }>> {
  const entries = Object.entries(calls).map(async ([name, call]) => {
    const outcome = await call.then(
      () => ({}),
      ({ code, reason }: { code: Code; reason: string }) => ({ code, reason }),
    );
    return [name, outcome] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

test("no call changes somebody else's film: only the creator and staff edit it [STU-10]", async () => {
  const maker = film.maker();
  for (const filmId of [await film.completeFilm(maker), await film.releasedFilm(maker)]) {
    const { entry } = await maker.crew.addCrew({
      requestId: newId(),
      filmId,
      credit: 'Cast',
      firstName: 'A',
      lastName: 'B',
    });
    const before = (await maker.studio.getMyFilm({ filmId })).film;
    const refused = await refusals(edits(film.maker(), filmId, entry?.id ?? ''));
    for (const [name, refusal] of Object.entries(refused)) {
      expect([name, refusal]).toEqual([name, { code: Code.PermissionDenied, reason: 'FILM_NOT_YOURS' }]);
    }
    expect((await maker.studio.getMyFilm({ filmId })).film).toEqual(before);
    const { film: edited } = await film
      .staff()
      .studio.updateFilm({ requestId: newId(), filmId, filmTitle: 'By staff' });
    expect(edited?.film?.filmTitle).toBe('By staff');
  }
});

test("no call shows somebody else's film that is not released, or takes a rating of it [FLM-09]", async () => {
  const filmId = await film.completeFilm(film.maker());
  for (const [name, refusal] of Object.entries(await refusals(reads(film.maker(), filmId)))) {
    expect([name, refusal]).toEqual([name, { code: Code.NotFound, reason: 'FILM_NOT_AVAILABLE' }]);
  }
  const released = await film.releasedFilm(film.maker());
  await expect(film.maker().studio.getMyFilm({ filmId: released })).rejects.toMatchObject({
    code: Code.PermissionDenied,
    reason: 'FILM_NOT_YOURS',
  });
});

test('its creator and staff read all of a film that is not released, visitors and others nothing [FLM-09] [STU-10]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  await film.db.query('UPDATE films SET published = true WHERE id = $1', [filmId]);
  const writes = [
    'rateFilm',
    'deleteReview',
    'setLike',
    'setBlock',
    'reportFilm',
    'unlockFilm',
    'startPlayback',
    'claimCredit',
  ];
  for (const editor of [maker, film.staff()]) {
    const refused = Object.entries(await refusals(reads(editor, filmId)));
    expect(refused.filter(([name, { code }]) => !writes.includes(name) && code !== undefined)).toEqual([]);
  }
  const visitor = film.visitor() as unknown as Stranger;
  for (const [name, { code, reason }] of Object.entries(await refusals(reads(visitor, filmId)))) {
    expect([name, code === Code.Unauthenticated || reason === 'FILM_NOT_AVAILABLE']).toEqual([name, true]);
  }
});

test('every call answers an unknown or broken film id with Film not found', async () => {
  for (const filmId of [newId(), 'broken', '']) {
    const maker = film.maker();
    const refused = await refusals({ ...reads(maker, filmId), ...edits(maker, filmId, newId()) });
    for (const [name, refusal] of Object.entries(refused)) {
      expect([name, refusal]).toEqual([name, { code: Code.NotFound, reason: 'FILM_NOT_FOUND' }]);
    }
  }
});

test('Movie Lovers have no studio, visitors neither', async () => {
  for (const { studio } of [film.lover(), film.visitor()]) {
    for (const call of [studio.listMyFilms({}), studio.createFilm({ filmTitle: 'Salt', projectType: 1 })]) {
      const { code } = (await call.catch((error: { code: Code }) => error)) as { code: Code };
      expect([Code.PermissionDenied, Code.Unauthenticated]).toContain(code);
    }
  }
});
