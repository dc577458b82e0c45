import { Code } from '@connectrpc/connect';
import { FilmCreatedSchema, FilmPublishedSchema, FilmReleasedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AssetKind, ListingStatus, ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { eventually as waitFor } from '@marquee/testing/eventually';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

test('a film without its assets stays unpublished and says which are missing [STU-01:publish]', async () => {
  const maker = film.maker();
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const filmId = draft?.film?.id ?? '';
  expect(draft?.status).toBe(ListingStatus.MISSING_ASSETS);

  await expect(maker.studio.publishFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'FILM_INCOMPLETE',
    metadata: { missing: 'FILM_VIDEO,TRAILER_VIDEO,TRAILER_IMAGE,POSTER_IMAGE' },
  });
  const update = { requestId: newId(), filmId, published: true };
  await expect(maker.studio.updateFilm(update)).rejects.toMatchObject({ reason: 'FILM_INCOMPLETE' });
  expect((await maker.studio.getMyFilm({ filmId })).film?.film?.published).toBe(false);
  expect((await film.published(FilmPublishedSchema)).filter((event) => event.filmId === filmId)).toEqual([]);
});

test('a film of the type Trailer needs no film video [STU-01:publish]', async () => {
  const maker = film.maker();
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const filmId = draft?.film?.id ?? '';
  const { film: trailer } = await maker.studio.updateFilm({
    requestId: newId(),
    filmId,
    releaseType: ReleaseType.TRAILER,
  });
  expect(trailer?.missingAssets).toEqual([AssetKind.TRAILER_VIDEO, AssetKind.TRAILER_IMAGE, AssetKind.POSTER_IMAGE]);

  const complete = await film.completeFilm(maker);
  const { id: mediaId } = film.media.addVideo(maker.viewer.accountId);
  await maker.studio.setFilmAsset({ requestId: newId(), filmId: complete, kind: AssetKind.FILM_VIDEO, mediaId });
  await maker.studio.updateFilm({ requestId: newId(), filmId: complete, releaseType: ReleaseType.TRAILER });
  const { film: published } = await maker.studio.publishFilm({ requestId: newId(), filmId: complete });
  expect(published?.film).toMatchObject({ published: true, hasFilm: false });
});

test('creating needs a title and a project type; publishing needs every field and names the empty ones [STU-02]', async () => {
  const maker = film.maker();
  await expect(maker.studio.createFilm({ requestId: newId(), projectType: ProjectType.SHORT })).rejects.toMatchObject({
    code: Code.InvalidArgument,
    fields: [{ field: 'filmTitle', message: 'Please add a title.' }],
  });
  await expect(maker.studio.createFilm({ requestId: newId(), filmTitle: 'Salt' })).rejects.toMatchObject({
    fields: [{ field: 'projectType', message: 'Please choose Short film or Feature film.' }],
  });

  const { film: short } = await maker.studio.createFilm({
    requestId: newId(),
    filmTitle: '  Salt ',
    projectType: ProjectType.SHORT,
  });
  expect(short?.film).toMatchObject({ filmTitle: 'Salt', projectType: ProjectType.SHORT, published: false });
  const { id: filmId = '' } = short?.film ?? {};
  expect((await film.published(FilmCreatedSchema)).filter((event) => event.filmId === filmId)).toMatchObject([
    { createdBy: maker.viewer.accountId },
  ]);
  const empty = ['country', 'language', 'languages', 'genres', 'rating', 'logLine', 'releaseDate'];
  expect(short?.missingFields).toEqual(empty);
  const publish = maker.studio.publishFilm({ requestId: newId(), filmId: short?.film?.id ?? '' });
  await expect(publish).rejects.toMatchObject({ metadata: { missingFields: empty.join(',') } });

  const { film: full } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  expect(full?.film).toMatchObject(completeFields);
  expect(full?.missingFields).toEqual([]);
});

test('values that are not on the lists are refused, each at its field [STU-02:lists]', async () => {
  const maker = film.maker();
  const wrong = {
    requestId: newId(),
    ...completeFields,
    filmTitle: 'x'.repeat(121),
    country: 'XX',
    language: 'klingon',
    genres: ['Tax law'],
    rating: 'Z',
    releaseDate: '2026-02-30',
    resolution: '12K',
  };
  const error = await maker.studio.createFilm(wrong).catch((e: unknown) => e);
  const fields = (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
  expect(fields.sort()).toEqual(
    ['country', 'filmTitle', 'genres.0', 'language', 'rating', 'releaseDate', 'resolution'].sort(),
  );
});

test('a complete film goes from pending review to published, and reaches the feed once staff approve [STU-01:status] [FLM-01]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  expect((await maker.studio.getMyFilm({ filmId })).film?.status).toBe(ListingStatus.PENDING_REVIEW);

  const { film: published } = await maker.studio.publishFilm({ requestId: newId(), filmId });
  expect(published).toMatchObject({ status: ListingStatus.APPROVED, awaitingApproval: true });
  expect(published?.film).toMatchObject({ published: true, isApproved: false });
  const found = async () => {
    const { rails } = await film.visitor().catalogue.getFeed({});
    return rails.some(({ films }) => films.some(({ id }) => id === filmId));
  };
  expect(await found()).toBe(false);

  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isApproved: true });
  expect(await found()).toBe(true);
  expect((await maker.studio.getMyFilm({ filmId })).film?.awaitingApproval).toBe(false);
  expect((await film.published(FilmReleasedSchema)).filter((event) => event.filmId === filmId)).toHaveLength(1);

  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  expect(await found()).toBe(false);
});

test('a film that is published again keeps its place in the feed', async () => {
  const maker = film.maker();
  const first = await film.releasedFilm(maker, { genres: ['History'] });
  film.clock.advance(60_000);
  const second = await film.releasedFilm(maker, { genres: ['History'] });
  film.clock.advance(60_000);
  await maker.studio.unpublishFilm({ requestId: newId(), filmId: first });
  await maker.studio.publishFilm({ requestId: newId(), filmId: first });
  const { films } = await film.visitor().catalogue.listFilms({ genre: 'History' });
  expect(films.map(({ id }) => id)).toEqual([second, first]);
});

test("a maker's setting approves on publishing, unless staff took the approval back [STU-01:auto-approval]", async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { backOffice } = film.staff();
  const trust = (autoApproved: boolean) =>
    backOffice.setMakerAutoApproval({ requestId: newId(), filmId, autoApproved });
  expect((await backOffice.getAnyFilm({ filmId })).makerAutoApproved).toBe(false);
  expect(await trust(true)).toMatchObject({ autoApproved: true });
  expect((await backOffice.getAnyFilm({ filmId })).makerAutoApproved).toBe(true);
  const { film: published } = await maker.studio.publishFilm({ requestId: newId(), filmId });
  expect(published).toMatchObject({ film: { published: true, isApproved: true }, autoApproved: true });

  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isApproved: false });
  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  const { film: again } = await maker.studio.publishFilm({ requestId: newId(), filmId });
  expect(again?.film).toMatchObject({ published: true, isApproved: false });

  await trust(false);
  const second = await film.completeFilm(maker);
  const { film: waiting } = await maker.studio.publishFilm({ requestId: newId(), filmId: second });
  expect(waiting).toMatchObject({ film: { published: true, isApproved: false }, autoApproved: false });
});

test('publishing is refused while a video has no transcode, is processed, and when its transcode failed [STU-06]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const video = film.media.addVideo(maker.viewer.accountId);
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.FILM_VIDEO, mediaId: video.id });
  const publish = () => maker.studio.publishFilm({ requestId: newId(), filmId });
  const status = async () => {
    const { film: mine } = await maker.studio.getMyFilm({ filmId });
    return mine?.assets.find(({ kind }) => kind === AssetKind.FILM_VIDEO)?.transcodeStatus;
  };
  const notTranscoded = { reason: 'VIDEO_NOT_TRANSCODED', message: STUDIO_MESSAGES.videoNotTranscoded };
  await expect(publish()).rejects.toMatchObject(notTranscoded);

  await film.media.startTranscode(video.id);
  await waitFor(async () => (await status()) === 'IN PROGRESS');
  await expect(publish()).rejects.toMatchObject({ reason: 'VIDEO_NOT_READY', message: STUDIO_MESSAGES.videoNotReady });

  await film.media.failTranscode(video.id);
  await waitFor(async () => (await status()) === 'ERROR');
  await expect(publish()).rejects.toMatchObject({ reason: 'VIDEO_FAILED' });

  await film.media.deleteTranscode(video.id);
  await waitFor(async () => (await status()) === '');
  await expect(publish()).rejects.toMatchObject(notTranscoded);
  await film.media.completeTranscode(video.id, 90_000);
  await waitFor(async () => (await status()) === 'COMPLETE');
  expect((await publish()).film?.film).toMatchObject({ published: true, runningTime: 90 });
});

test('a film with a price is not published while no payment provider is set up [WAT-02:free]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false });
  await expect(maker.studio.publishFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
    fields: [{ field: 'usdCost', message: 'Please set a price, or make the film free.' }],
  });
  const { film: priced } = await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: 499n });
  expect(priced?.film).toMatchObject({ isFree: false, usdCost: 499n });
  await expect(maker.studio.publishFilm({ requestId: newId(), filmId })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
    reason: 'PAYMENTS_UNAVAILABLE',
    message: 'We cannot take payments here yet, so a film with a price cannot be published. Your film is saved.',
  });
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: true });
  await maker.studio.publishFilm({ requestId: newId(), filmId });
  const update = { requestId: newId(), filmId, isFree: false };
  await expect(maker.studio.updateFilm(update)).rejects.toMatchObject({ reason: 'PAYMENTS_UNAVAILABLE' });
});

test('a retry of the same request publishes once; the same id for another film is refused', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const requestId = newId();
  const first = await maker.studio.publishFilm({ requestId, filmId });
  const second = await maker.studio.publishFilm({ requestId, filmId });
  expect(second).toEqual(first);
  expect((await film.published(FilmPublishedSchema)).filter((event) => event.filmId === filmId)).toHaveLength(1);
  await expect(maker.studio.publishFilm({ requestId, filmId: newId() })).rejects.toMatchObject({
    reason: 'REQUEST_ID_REUSED',
  });
});
