import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { AssetKind, LicenseAgreementStatus, ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { UpdateFilmRequestSchema } from '@marquee/contracts/film/v1/studio_pb';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { newId } from '@marquee/data/ids';
import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { eventually } from '@marquee/testing/eventually';
import { completeFields, type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

async function draftOf(maker: Maker): Promise<string> {
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  return draft?.film?.id ?? '';
}

test("the maker's update changes what it names and keeps the rest [STU-04:fields]", async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const festivalId = newId();
  const screening = timestampFromDate(new Date('2027-01-02T19:30:00.000Z'));
  const { film: updated } = await maker.studio.updateFilm({
    requestId: newId(),
    filmId,
    filmTitle: 'Salt',
    projectType: ProjectType.SHORT,
    genres: { values: ['Comedy'] },
    releaseType: ReleaseType.SCREENING,
    screeningStartTime: screening,
    festivalId,
    festivalName: 'Porto Nights',
    selfDistribute: true,
    isFree: false,
    usdCost: 499n,
    distribution: { website: true, mobile: false, tv: true },
    licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED,
  });
  expect(updated?.film).toMatchObject({
    ...completeFields,
    filmTitle: 'Salt',
    projectType: ProjectType.SHORT,
    genres: ['Comedy'],
    releaseType: ReleaseType.SCREENING,
    screeningStartTime: screening,
    festivalId,
    festivalName: 'Porto Nights',
    isFree: false,
    usdCost: 499n,
    distribution: { website: true, mobile: false, tv: true },
  });
  const known = { selfDistribute: true, licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED };
  expect(updated).toMatchObject({ ...known, allowedLocations: [], blockedLocations: [] });
  const { updatedBy } = await film.staff().backOffice.getAnyFilm({ filmId });
  expect(updatedBy).toBe(maker.viewer.accountId);
  const none = { requestId: newId(), filmId, festivalId: '', languages: { values: [] }, isStudentFilm: false };
  expect((await maker.studio.updateFilm(none)).film?.film).toMatchObject({
    festivalId: '',
    screeningStartTime: screening,
    languages: [],
    isStudentFilm: false,
    filmTitle: 'Salt',
  });
});

test('a maker writes the chapters of a film, and whether it has a watermark [STU-12:chapters] [WAT-14:watermark]', async () => {
  const maker = film.maker();
  // Of ten minutes.
  const filmId = await film.completeFilm(maker);
  const update = (changes: MessageInitShape<typeof UpdateFilmRequestSchema>) =>
    maker.studio.updateFilm({ requestId: newId(), filmId, ...changes });
  const values = [
    { startS: 0, title: 'The crossing' },
    { startS: 599, title: 'Letters' },
  ];
  expect((await update({ chapters: { values }, watermark: true })).film).toMatchObject({
    ...{ chapters: values, watermark: true },
  });
  expect((await update({ logLine: 'Salt.' })).film).toMatchObject({ chapters: values, watermark: true });
  const refusals: [{ startS: number; title: string }[], string][] = [
    [[{ startS: 600, title: 'After' }], 'A chapter begins after the end of the film.'],
    [[{ startS: -1, title: 'Before' }], 'Please enter when each chapter begins, such as 1:02:30.'],
    [[{ startS: 1, title: ' ' }], 'Please give each chapter a title.'],
    [[{ startS: 1, title: 'x'.repeat(81) }], 'The title of a chapter has at most 80 characters.'],
    [[...values].reverse(), 'Each chapter begins later than the one before it.'],
    [[...values, { startS: 599, title: 'Again' }], 'Each chapter begins later than the one before it.'],
    [Array.from({ length: 101 }, (_, startS) => ({ startS, title: `${startS}` })), 'A film has at most 100 chapters.'],
  ];
  for (const [wrong, message] of refusals) {
    await expect(update({ chapters: { values: wrong } })).rejects.toMatchObject({
      ...{ code: Code.InvalidArgument, fields: [expect.objectContaining({ message })] },
    });
  }
  await expect(film.maker().studio.updateFilm({ requestId: newId(), filmId, chapters: {} })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
  expect((await update({ chapters: {} })).film).toMatchObject({ chapters: [] });
});

/** What staff alone set, and what the system counts, by the names of the product. */
const NOT_THE_MAKERS = [
  ...['is_approved', 'is_festival_winner', 'created_by', 'updated_by', 'auto_approved', 'drm_encoding_status'],
  ...['user_rating', 'rating_count', 'comment_count', 'page_view_count', 'view_count', 'like_count', 'unlock_count'],
  ...['block_count', 'report_count'],
];

test("the maker's update takes every field of theirs by its name, and none of staff or of the system [STU-04]", async () => {
  const names = UpdateFilmRequestSchema.fields.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['film_title', 'country', 'language', 'languages', 'project_type', 'genres', 'rating', 'log_line'],
      ...['release_date', 'is_student_film', 'is_first_time_film_maker', 'has_subtitles', 'resolution'],
      ...['film_uri', 'trailer_uri', 'poster_uri', 'trailer_thumbnail_uri', 'allowed_locations', 'blocked_locations'],
      ...['usd_cost', 'is_free', 'screening_start_time', 'release_type', 'published', 'self_distribute'],
      ...['festival_id', 'festival_name'],
    ]),
  );
  expect(names.filter((name) => NOT_THE_MAKERS.includes(name))).toEqual([]);

  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const staff = { isApproved: true, isFestivalWinner: true };
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, ...staff });
  // A field that the request does not have is not taken from its bytes either.
  const more = { ...staff, isApproved: false, isFestivalWinner: false, createdBy: newId(), autoApproved: true };
  const update = { requestId: newId(), filmId, logLine: 'Nobody crosses twice.', ...more };
  const { film: updated } = await maker.studio.updateFilm(update);
  expect(updated?.film).toMatchObject({ ...staff, logLine: update.logLine, createdBy: maker.viewer.accountId });
  expect(updated?.autoApproved).toBe(false);
  const flags = { requestId: newId(), filmId, isFestivalWinner: false };
  await expect(maker.backOffice.setFilmFlags(flags)).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('a film goes to the website, mobile and TV each on its own, by an accepted agreement, to places that are allowed [STU-08]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const update = async (changes: MessageInitShape<typeof UpdateFilmRequestSchema>) =>
    (await maker.studio.updateFilm({ requestId: newId(), filmId, ...changes })).film;
  const everywhere = { website: true, mobile: true, tv: true };
  expect(await update({})).toMatchObject({
    film: { distribution: everywhere },
    licenseAgreementStatus: LicenseAgreementStatus.UNSPECIFIED,
  });
  for (const channel of ['website', 'mobile', 'tv'] as const) {
    const distribution = { ...everywhere, [channel]: false };
    expect((await update({ distribution }))?.film?.distribution).toMatchObject(distribution);
    // Of the three, it is the website that this site is.
    const page = film.visitor().catalogue.getFilm({ filmId });
    if (channel === 'website') await expect(page).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
    else expect((await page).film?.distribution).toMatchObject(distribution);
  }
  const licenseAgreementStatus = LicenseAgreementStatus.ACCEPTED;
  expect(await update({ licenseAgreementStatus })).toMatchObject({ licenseAgreementStatus });

  const from = (country: string) =>
    film.as(film.lover().viewer, { clientInfoBytes: encodeClientInfo({ userAgent: '', place: { country } }) });
  const reasonIn = async (country: string) => (await from(country).watch.getFilmAccess({ filmId })).access?.reason;
  await update({
    allowedLocations: { values: [{ country: 'PT' }, { country: 'ES' }] },
    blockedLocations: { values: [{ country: 'ES' }] },
  });
  expect([await reasonIn('PT'), await reasonIn('ES'), await reasonIn('FR')]).toEqual([
    ...['UNLOCK_REQUIRED', 'REGION_UNAVAILABLE', 'REGION_UNAVAILABLE'],
  ]);
  // Staff read the same in their back office.
  expect((await film.staff().backOffice.getAnyFilm({ filmId })).film).toMatchObject({
    ...{ licenseAgreementStatus, film: { distribution: { ...everywhere, tv: false } } },
    ...{ allowedLocations: [{ country: 'PT' }, { country: 'ES' }], blockedLocations: [{ country: 'ES' }] },
  });
});

test('an update takes back when a film is screened, and when it is released [STU-04:fields]', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const update = async (changes: MessageInitShape<typeof UpdateFilmRequestSchema>) =>
    (await maker.studio.updateFilm({ requestId: newId(), filmId, ...changes })).film?.film;
  const screening = timestampFromDate(new Date('2027-01-02T19:30:00.000Z'));
  expect((await update({ screeningStartTime: screening }))?.screeningStartTime).toEqual(screening);
  expect((await update({ screeningStartTime: {} }))?.screeningStartTime).toBeUndefined();
  expect((await update({ releaseDate: '' }))?.releaseDate).toBe('');
});

test('a film that moved on is not overwritten', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const { film: seen } = await maker.studio.getMyFilm({ filmId });
  const expectedVersion = seen?.film?.version ?? 0n;
  await maker.studio.updateFilm({ requestId: newId(), filmId, logLine: 'First.', expectedVersion });
  const late = { requestId: newId(), filmId, logLine: 'Second.', expectedVersion };
  await expect(maker.studio.updateFilm(late)).rejects.toMatchObject({ code: Code.Aborted, reason: 'FILM_CHANGED' });
  expect((await maker.studio.getMyFilm({ filmId })).film?.film?.logLine).toBe('First.');
});

test('a maker limits a film to places, and keeps it from others [STU-08:locations]', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const lists = {
    allowedLocations: { values: [{ country: 'PT' }, { country: 'ES', region: 'Galicia', city: '' }] },
    blockedLocations: { values: [{ country: 'PT', city: 'Porto' }] },
  };
  const { film: saved } = await maker.studio.updateFilm({ requestId: newId(), filmId, ...lists });
  expect(saved).toMatchObject({
    allowedLocations: [
      { country: 'PT', region: '', city: '' },
      { country: 'ES', region: 'Galicia', city: '' },
    ],
    blockedLocations: [{ country: 'PT', region: '', city: 'Porto' }],
  });
  const { film: cleared } = await maker.studio.updateFilm({
    requestId: newId(),
    filmId,
    allowedLocations: { values: [] },
  });
  expect([cleared?.allowedLocations, cleared?.blockedLocations.length]).toEqual([[], 1]);
  const nowhere = { requestId: newId(), filmId, allowedLocations: { values: [{ country: 'XX' }] } };
  await expect(maker.studio.updateFilm(nowhere)).rejects.toMatchObject({
    fields: [{ field: 'allowedLocations.0.country', message: 'Please choose a country.' }],
  });
});

test('a published film keeps every field that publishing needs [STU-02:kept]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  await maker.studio.publishFilm({ requestId: newId(), filmId });
  const update = { requestId: newId(), filmId, logLine: '' };
  await expect(maker.studio.updateFilm(update)).rejects.toMatchObject({ reason: 'FILM_INCOMPLETE' });
});

test('a published film that lacks a video can be edited, and loses nothing that it has', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  await maker.studio.publishFilm({ requestId: newId(), filmId });
  await film.db.query(`DELETE FROM film_assets WHERE film_id = $1 AND kind = 'TRAILER_VIDEO'`, [filmId]);
  const { film: updated } = await maker.studio.updateFilm({ requestId: newId(), filmId, logLine: 'A ferry.' });
  expect([updated?.film?.logLine, updated?.missingAssets]).toEqual(['A ferry.', [AssetKind.TRAILER_VIDEO]]);
  const emptied = { requestId: newId(), filmId, logLine: '' };
  await expect(maker.studio.updateFilm(emptied)).rejects.toMatchObject({ reason: 'FILM_INCOMPLETE' });
});

test('film, trailer, poster and trailer thumbnail are uploaded into their slots [STU-05:slots]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { film: complete } = await maker.studio.getMyFilm({ filmId });
  expect(complete?.missingAssets).toEqual([]);
  expect(complete?.assets.map(({ kind }) => kind).sort()).toEqual([1, 2, 3, 4]);
  const poster = complete?.assets.find(({ kind }) => kind === AssetKind.POSTER_IMAGE);
  expect(complete?.film?.poster).toMatchObject({ id: poster?.mediaId, widths: [360, 640] });
  expect(complete?.film).toMatchObject({ runningTime: 600, hasFilm: true, hasTrailer: true });
  expect(film.media.asset(poster?.mediaId ?? '').filmId).toBe(filmId);
});

test('a picture of a published film is replaced though its video has lost its transcode [STU-05:replace] [STU-06]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { film: published } = await maker.studio.publishFilm({ requestId: newId(), filmId });
  const videoId = published?.assets.find(({ kind }) => kind === AssetKind.FILM_VIDEO)?.mediaId ?? '';
  await film.media.deleteTranscode(videoId);
  await eventually(async () => !(await maker.studio.getMyFilm({ filmId })).film?.film?.hasFilm);

  const poster = film.media.addPicture(maker.viewer.accountId);
  const slot = { requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId: poster.id };
  expect((await maker.studio.setFilmAsset(slot)).film?.film?.poster?.id).toBe(poster.id);
  const still = film.media.addPicture(maker.viewer.accountId);
  const update = { requestId: newId(), filmId, trailerThumbnailUri: still.id };
  expect((await maker.studio.updateFilm(update)).film?.film?.trailerThumbnail?.id).toBe(still.id);

  const video = film.media.addVideo(maker.viewer.accountId);
  const setVideo = () =>
    maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.TRAILER_VIDEO, mediaId: video.id });
  await expect(setVideo()).rejects.toMatchObject({ message: STUDIO_MESSAGES.videoNotTranscoded });
  await film.media.startTranscode(video.id);
  await expect(setVideo()).rejects.toMatchObject({ message: STUDIO_MESSAGES.videoNotReady });
  await film.media.completeTranscode(video.id);
  expect((await setVideo()).film?.film).toMatchObject({ published: true, hasTrailer: true });
});

test('a price that is too small, too big or not known to be a number is answered in our own words', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  for (const usdCost of [1n, 98n, -1n, 100_000n, 9_223_372_036_854_775_807n]) {
    await expect(maker.studio.updateFilm({ requestId: newId(), filmId, usdCost })).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      fields: [{ field: 'usdCost', message: 'A price is between $0.99 and $999.99.' }],
    });
  }
  const never = { seconds: 9_000_000_000_000n, nanos: 0 };
  await expect(
    maker.studio.updateFilm({ requestId: newId(), filmId, screeningStartTime: never }),
  ).rejects.toMatchObject({ fields: [{ field: 'screeningStartTime', message: 'Please enter a date and a time.' }] });
});

test('a licence status that the contract does not know is refused, and not taken for none', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const set = (licenseAgreementStatus: LicenseAgreementStatus) =>
    maker.studio.updateFilm({ requestId: newId(), filmId, licenseAgreementStatus });
  await set(LicenseAgreementStatus.ACCEPTED);
  await expect(set(99 as LicenseAgreementStatus)).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [{ field: 'licenseAgreementStatus' }],
  });
  const { film: mine } = await maker.studio.getMyFilm({ filmId });
  expect(mine?.licenseAgreementStatus).toBe(LicenseAgreementStatus.ACCEPTED);
});

test('titles, festival names and log lines lose what nobody sees, also once approved [STU-04:text]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const { film: updated } = await maker.studio.updateFilm({
    requestId: newId(),
    filmId,
    filmTitle: '\u202Eyadnus\u202C \u2067no\u2069\u200B\tSalt\u0007\uFEFF ',
    festivalName: 'Porto\n\u202DNights\u0000',
    logLine: 'One.\r\n\u2066Two.\u0085Three.\u200B\u001B',
  });
  expect(updated?.film).toMatchObject({
    filmTitle: 'yadnus no Salt',
    festivalName: 'Porto Nights',
    logLine: 'One.\nTwo.\nThree.',
  });
  const unseen = { requestId: newId(), filmId, filmTitle: '\u200B\u202E\uFEFF' };
  await expect(maker.studio.updateFilm(unseen)).rejects.toMatchObject({
    fields: [{ field: 'filmTitle', message: 'Please add a title.' }],
  });
  // Joiners and marks of direction belong to their scripts.
  const persian = 'می\u200Cخواهم \u200F👩\u200D🚀';
  const kept = await maker.studio.updateFilm({ requestId: newId(), filmId, filmTitle: persian });
  expect(kept.film?.film?.filmTitle).toBe(persian);
});

test("a slot takes only a checked file of the right kind that is the maker's own", async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const set = (kind: AssetKind, mediaId: string) =>
    maker.studio.setFilmAsset({ requestId: newId(), filmId, kind, mediaId });
  await expect(set(AssetKind.FILM_VIDEO, newId())).rejects.toMatchObject({ reason: 'ASSET_NOT_FOUND' });
  await expect(set(AssetKind.FILM_VIDEO, 'no-id')).rejects.toMatchObject({ reason: 'ASSET_NOT_FOUND' });
  await expect(set(AssetKind.FILM_VIDEO, film.media.addVideo(newId()).id)).rejects.toMatchObject({
    code: Code.PermissionDenied,
    reason: 'ASSET_NOT_YOURS',
  });
  const picture = film.media.addPicture(maker.viewer.accountId);
  await expect(set(AssetKind.FILM_VIDEO, picture.id)).rejects.toMatchObject({ reason: 'ASSET_WRONG_KIND' });
  const refused = film.media.addVideo(maker.viewer.accountId, { state: UploadState.REFUSED });
  await expect(set(AssetKind.FILM_VIDEO, refused.id)).rejects.toMatchObject({ reason: 'ASSET_NOT_READY' });

  await set(AssetKind.POSTER_IMAGE, picture.id);
  const other = await draftOf(maker);
  const elsewhere = { requestId: newId(), filmId: other, kind: AssetKind.POSTER_IMAGE, mediaId: picture.id };
  await expect(maker.studio.setFilmAsset(elsewhere)).rejects.toMatchObject({ reason: 'ASSET_USED' });
});

test('a slot of a film that is not published can be emptied, and staff may fill it with a file of anybody', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const { id: mediaId } = film.media.addPicture(newId());
  const slot = { filmId, kind: AssetKind.POSTER_IMAGE };
  const { film: filled } = await film.staff().studio.setFilmAsset({ requestId: newId(), ...slot, mediaId });
  expect(filled?.film?.poster?.id).toBe(mediaId);

  const { film: empty } = await maker.studio.removeFilmAsset({ requestId: newId(), ...slot });
  expect(empty).toMatchObject({ assets: [], film: { posterUri: '' } });
  const events = (await film.published(FilmAssetBoundSchema)).filter((event) => event.filmId === filmId);
  expect(events.map(({ bound }) => bound)).toEqual([true, false]);
});

test('an asset that left its slot is released, and so is one whose binding failed', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const [first, second] = [
    film.media.addPicture(maker.viewer.accountId),
    film.media.addPicture(maker.viewer.accountId),
  ];
  const set = (mediaId: string) =>
    maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId });
  await set(first.id);
  await set(second.id);
  const events = (await film.published(FilmAssetBoundSchema)).filter((event) => event.filmId === filmId);
  expect(events.map(({ mediaId, bound }) => [mediaId, bound])).toEqual([
    [first.id, true],
    [second.id, true],
    [first.id, false],
  ]);

  const third = film.media.addPicture(maker.viewer.accountId);
  const stale = { requestId: newId(), filmId, posterUri: third.id, expectedVersion: 1n };
  await expect(maker.studio.updateFilm(stale)).rejects.toMatchObject({ reason: 'FILM_CHANGED' });
  expect(third.filmId).toBe('');
});

test('a transcode that completes before its slot is filled is not lost, and an old event changes nothing [STU-06]', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const video = film.media.addVideo(maker.viewer.accountId, { durationMs: 125_000 });
  await film.media.completeTranscode(video.id);
  const { film: set } = await maker.studio.setFilmAsset({
    requestId: newId(),
    filmId,
    kind: AssetKind.FILM_VIDEO,
    mediaId: video.id,
  });
  expect(set?.film).toMatchObject({ hasFilm: true, runningTime: 125 });
  expect(set?.assets[0]?.transcodeStatus).toBe('COMPLETE');
});

test('deleting a film removes it and releases its assets', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.deleteFilm({ requestId: newId(), filmId });
  await expect(film.visitor().catalogue.getFilm({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
  const events = (await film.published(FilmAssetBoundSchema)).filter(
    (event) => event.filmId === filmId && !event.bound,
  );
  expect(events).toHaveLength(4);
});

test("My Content lists the viewer's own films by pages, newest first [STU-10] [STU-03:upload]", async () => {
  const maker = film.maker();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    film.clock.advance(1_000);
    ids.unshift(await draftOf(maker));
  }
  await draftOf(film.maker());
  const first = await maker.studio.listMyFilms({ pageSize: 3 });
  const second = await maker.studio.listMyFilms({ pageSize: 3, cursor: first.nextCursor });
  expect([...first.films, ...second.films].map(({ film: f }) => f?.id)).toEqual(ids);
  expect(second.nextCursor).toBe('');
  const tampered = `${first.nextCursor.slice(0, -2)}xx`;
  await expect(maker.studio.listMyFilms({ cursor: tampered })).rejects.toMatchObject({ reason: 'CURSOR_INVALID' });
});

test("somebody else's film is neither read nor changed in the studio [STU-10]", async () => {
  const maker = film.maker();
  const [draft, released] = [await draftOf(maker), await film.releasedFilm(maker)];
  const { studio } = film.maker();
  for (const filmId of [draft, released]) {
    const request = () => ({ requestId: newId(), filmId });
    for (const call of [
      () => studio.updateFilm({ ...request(), logLine: 'Mine.' }),
      () => studio.setFilmAsset({ ...request(), kind: AssetKind.POSTER_IMAGE, mediaId: newId() }),
      () => studio.removeFilmAsset({ ...request(), kind: AssetKind.POSTER_IMAGE }),
      () => studio.publishFilm(request()),
      () => studio.unpublishFilm(request()),
      () => studio.deleteFilm(request()),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: Code.PermissionDenied, reason: 'FILM_NOT_YOURS' });
    }
  }
  await expect(studio.getMyFilm({ filmId: draft })).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  await expect(studio.getMyFilm({ filmId: released })).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });
});

test('an update may publish a complete film [STU-04:fields] [STU-01:publish]', async () => {
  const maker = film.maker();
  const filmId = await film.completeFilm(maker);
  const { film: updated } = await maker.studio.updateFilm({ requestId: newId(), filmId, published: true });
  expect(updated?.film?.published).toBe(true);
});

test('a film that becomes a trailer is as long as its trailer', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  for (const [kind, durationMs] of [
    [AssetKind.FILM_VIDEO, 600_000],
    [AssetKind.TRAILER_VIDEO, 30_000],
  ] as const) {
    const { id: mediaId } = film.media.addVideo(maker.viewer.accountId, { durationMs });
    await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind, mediaId });
  }
  const change = { requestId: newId(), filmId, releaseType: ReleaseType.TRAILER };
  expect((await maker.studio.getMyFilm({ filmId })).film?.film?.runningTime).toBe(600);
  expect((await maker.studio.updateFilm(change)).film?.film?.runningTime).toBe(30);
});

test('a file may be set again, held by two slots, and used by another film once its own has let it go', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const { id: mediaId } = film.media.addPicture(maker.viewer.accountId);
  const set = (id: string, kind: AssetKind) =>
    maker.studio.setFilmAsset({ requestId: newId(), filmId: id, kind, mediaId });
  const remove = (kind: AssetKind) => maker.studio.removeFilmAsset({ requestId: newId(), filmId, kind });
  const released = async () =>
    (await film.published(FilmAssetBoundSchema)).filter((event) => event.mediaId === mediaId && !event.bound).length;
  await set(filmId, AssetKind.POSTER_IMAGE);
  await set(filmId, AssetKind.POSTER_IMAGE);
  await set(filmId, AssetKind.TRAILER_IMAGE);
  await remove(AssetKind.POSTER_IMAGE);
  expect(await released()).toBe(0);
  await remove(AssetKind.TRAILER_IMAGE);
  expect(await released()).toBe(1);
  expect((await set(await draftOf(maker), AssetKind.POSTER_IMAGE)).film?.film?.poster?.id).toBe(mediaId);
});

test('choosing the live picture of an approved film again takes its replacement back [STU-15]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const set = async (mediaId: string) => {
    const slot = { requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId };
    const { film: mine } = await maker.studio.setFilmAsset(slot);
    return mine?.assets.filter(({ kind }) => kind === AssetKind.POSTER_IMAGE);
  };
  const { film: mine } = await maker.studio.getMyFilm({ filmId });
  const live = mine?.film?.poster?.id ?? '';
  const { id: next } = film.media.addPicture(maker.viewer.accountId);
  expect(await set(next)).toMatchObject([
    { mediaId: live, awaitingApproval: false, liveMediaId: '' },
    { mediaId: next, awaitingApproval: true, liveMediaId: live },
  ]);
  expect(await set(live)).toMatchObject([{ mediaId: live, awaitingApproval: false }]);
});

test('the first picture of a film that was approved without one replaces nothing [STU-15]', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isApproved: true });
  const { id: mediaId } = film.media.addPicture(maker.viewer.accountId);
  const slot = { requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId };
  const { film: mine } = await maker.studio.setFilmAsset(slot);
  expect(mine?.assets).toMatchObject([{ mediaId, awaitingApproval: true, liveMediaId: '' }]);
});

test('a still is cropped around what media found, until its maker moves that; a new picture has its own again [STU-05:focal]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const shown = async () => {
    const { film: page } = await film.visitor().catalogue.getFilm({ filmId });
    const card = (await film.visitor().catalogue.listFilms({})).films.find(({ id }) => id === filmId);
    expect(card?.trailerThumbnail?.focalPoint).toEqual(page?.trailerThumbnail?.focalPoint);
    return page?.trailerThumbnail?.focalPoint;
  };
  const move = (x: number, y: number, more: object = {}) =>
    maker.studio.updateFilm({ requestId: newId(), filmId, stillFocalPoint: { x, y }, ...more });
  expect(await shown()).toMatchObject({ x: 30, y: 70 });
  await move(80, 10);
  expect(await shown()).toMatchObject({ x: 80, y: 10 });
  // What else changes about the film's files leaves it.
  await maker.studio.updateFilm({ requestId: newId(), filmId, releaseType: ReleaseType.SHOWREEL });
  expect(await shown()).toMatchObject({ x: 80, y: 10 });
  for (const [x, y] of [
    [-1, 50],
    [50, 101],
  ] as const) {
    await expect(move(x, y)).rejects.toMatchObject({ reason: 'INVALID_INPUT', code: Code.InvalidArgument });
  }
  await maker.studio.unpublishFilm({ requestId: newId(), filmId });
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isApproved: false });
  const mediaId = film.media.addPicture(maker.viewer.accountId).id;
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.TRAILER_IMAGE, mediaId });
  const { film: own } = await maker.studio.getMyFilm({ filmId });
  expect(own?.film?.trailerThumbnail).toMatchObject({ id: mediaId, focalPoint: { x: 30, y: 70 } });
});

test('a focal point needs a still, and is of those who edit the film [STU-05:focal]', async () => {
  const maker = film.maker();
  const filmId = await draftOf(maker);
  const request = { filmId, stillFocalPoint: { x: 1, y: 1 } };
  await expect(maker.studio.updateFilm({ requestId: newId(), ...request })).rejects.toMatchObject({
    fields: [{ field: 'stillFocalPoint', message: 'Please upload a trailer image first.' }],
  });
  const other = film.maker().studio.updateFilm({ requestId: newId(), ...request });
  await expect(other).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });
});
