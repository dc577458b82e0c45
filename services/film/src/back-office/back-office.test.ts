import { Code } from '@connectrpc/connect';
import { FilmAssetBoundSchema } from '@marquee/contracts/events/v1/film_pb';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { newId } from '@marquee/data/ids';
import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { eventually } from '@marquee/testing/eventually';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';
import { personsDouble } from '../testing/persons-double.ts';

let film: FilmHarness;
let persons: Awaited<ReturnType<typeof personsDouble>>;
beforeAll(async () => {
  persons = await personsDouble();
  film = await filmService({}, { identity: persons.address });
});

test('every method of the back office refuses all but staff [ADU-11]', async () => {
  const filmId = newId();
  for (const { backOffice } of [film.visitor(), film.lover(), film.maker()]) {
    const calls = [
      backOffice.listAllFilms({}),
      backOffice.getAnyFilm({ filmId }),
      backOffice.setFilmFlags({ filmId, isApproved: true }),
      backOffice.setFilmDistribution({ filmId, tv: false }),
      backOffice.setMakerAutoApproval({ filmId, autoApproved: true }),
      backOffice.changeFilmOwner({ filmId, ownerId: newId(), reason: 'Sold' }),
      backOffice.saveFilmAward({ filmId, festivalName: 'Porto', year: 2026 }),
      backOffice.removeFilmAward({ filmId, awardId: newId() }),
      backOffice.decideAssetReplacement({ filmId, kind: AssetKind.FILM_VIDEO, approve: true }),
      backOffice.listFilmReviews({ filmId }),
      backOffice.getFilmStatistics({ filmId }),
      backOffice.listFilmScreenings({ filmId }),
      backOffice.removeReview({ reviewId: newId() }),
      backOffice.removeFilm({ filmId }),
    ];
    for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect([Code.Unauthenticated, Code.PermissionDenied]).toContain(reason.code);
    }
  }
});

test('staff list every film and those that wait for them [ADF-01:read]', async () => {
  const maker = film.maker();
  const draft = await film.completeFilm(maker, { filmTitle: 'Draft of a storm' });
  const waiting = await film.completeFilm(maker, { filmTitle: 'Waiting for a storm' });
  await maker.studio.publishFilm({ requestId: newId(), filmId: waiting });
  const { backOffice } = film.staff();
  const all = await backOffice.listAllFilms({ pageSize: 100 });
  expect(all.films.map(({ film: f }) => f?.id)).toEqual(expect.arrayContaining([draft, waiting]));
  const open = await backOffice.listAllFilms({ awaitingApproval: true, query: 'storm' });
  expect(open.films.map(({ film: f }) => f?.id)).toEqual([waiting]);
  const unpublished = await backOffice.listAllFilms({ published: false, query: 'storm' });
  expect(unpublished.films.map(({ film: f }) => f?.id)).toEqual([draft]);
});

test('staff see details, assets and reviews of any film, and remove a review [ADF-02:first]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const { backOffice } = film.staff();
  const { film: details } = await backOffice.getAnyFilm({ filmId });
  expect(details?.film?.filmTitle).toBe('The Quiet of Long Rivers');
  expect(details?.assets).toHaveLength(4);
  await expect(backOffice.getAnyFilm({ filmId: newId() })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });

  const writer = film.lover();
  await writer.reviews.rateFilm({ requestId: newId(), filmId, rating: 1, message: 'Spam' });
  await film.lover().reviews.rateFilm({ requestId: newId(), filmId, rating: 5 });
  const { reviews } = await backOffice.listFilmReviews({ filmId });
  expect(reviews.map(({ rating, message }) => [rating, message]).sort()).toEqual([
    [1, 'Spam'],
    [5, ''],
  ]);
  const spam = reviews.find(({ message }) => message === 'Spam');
  const signals = film.signalsOf(filmId);
  await backOffice.removeReview({ reviewId: spam?.id ?? '' });
  expect(signals).toHaveLength(1);
  const { film: after } = await film.visitor().catalogue.getFilm({ filmId });
  expect(after).toMatchObject({ userRating: 5, ratingCount: 1, commentCount: 0 });
  await expect(backOffice.removeReview({ reviewId: spam?.id ?? '' })).rejects.toMatchObject({ code: Code.NotFound });
  const { actions } = await film.staff().moderation.listFilmActions({ filmId, pageSize: 1 });
  expect(actions).toMatchObject([
    { kind: FilmActionKind.REVIEW_REMOVED, changes: [{ field: 'reviewBy', before: writer.viewer.accountId }] },
  ]);
});

test('each flag and each way of distribution toggles alone [ADF-03:write]', async () => {
  const filmId = await film.completeFilm(film.maker());
  const { backOffice } = film.staff();
  const flags = async (change: object) => {
    const { film: after } = await backOffice.setFilmFlags({ requestId: newId(), filmId, ...change });
    return [after?.film?.isApproved, after?.film?.published, after?.film?.isFestivalWinner];
  };
  expect(await flags({ isApproved: true })).toEqual([true, false, false]);
  expect(await flags({ published: true })).toEqual([true, true, false]);
  expect(await flags({ isFestivalWinner: true })).toEqual([true, true, true]);
  expect(await flags({ isApproved: false })).toEqual([false, true, true]);
  expect(await flags({ published: false })).toEqual([false, false, true]);

  const distribution = async (change: object) => {
    const { film: after } = await backOffice.setFilmDistribution({ requestId: newId(), filmId, ...change });
    const { website, mobile, tv } = after?.film?.distribution ?? {};
    return [website, mobile, tv];
  };
  expect(await distribution({ website: false })).toEqual([false, true, true]);
  expect(await distribution({ mobile: false })).toEqual([false, false, true]);
  expect(await distribution({ tv: false, website: true })).toEqual([true, false, false]);
});

test('a film that is not distributed on the website is not found there [ADF-03:website]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const { backOffice } = film.staff();
  const found = async () => {
    const { films } = await film.visitor().catalogue.listFilms({ pageSize: 50 });
    return films.some(({ id }) => id === filmId);
  };
  expect(await found()).toBe(true);
  await backOffice.setFilmDistribution({ requestId: newId(), filmId, website: false });
  expect(await found()).toBe(false);
  await expect(film.visitor().catalogue.getFilm({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  await backOffice.setFilmDistribution({ requestId: newId(), filmId, website: true });
  expect(await found()).toBe(true);
});

test('a replacement of an approved film waits, and the approved version stays live until staff decide [STU-15]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const { backOffice } = film.staff();
  const live = async () => {
    const [row] = await film.db.query<{ filmMediaId: string }>('SELECT film_media_id FROM films WHERE id = $1', [
      filmId,
    ]);
    return row?.filmMediaId;
  };
  const before = await live();
  const { film: page } = await film.visitor().catalogue.getFilm({ filmId });

  const next = film.media.addVideo(maker.viewer.accountId, { durationMs: 900_000 });
  const poster = film.media.addPicture(maker.viewer.accountId);
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.FILM_VIDEO, mediaId: next.id });
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId: poster.id });
  const { film: waiting } = await backOffice.getAnyFilm({ filmId });
  const asset = waiting?.assets.find(({ mediaId }) => mediaId === next.id);
  expect(asset).toMatchObject({ awaitingApproval: true, liveMediaId: before });
  expect(await live()).toBe(before);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film).toMatchObject({
    poster: page?.poster,
    runningTime: 600,
  });

  const decide = (kind: AssetKind, approve: boolean) =>
    backOffice.decideAssetReplacement({ requestId: newId(), filmId, kind, approve });
  const refused = (reason: string, message: string) =>
    eventually(async () => {
      await expect(decide(AssetKind.FILM_VIDEO, true)).rejects.toMatchObject({ reason, message });
      return true;
    });
  await refused('VIDEO_NOT_TRANSCODED', STUDIO_MESSAGES.replacementNotTranscoded);
  await film.media.startTranscode(next.id);
  await refused('VIDEO_NOT_READY', STUDIO_MESSAGES.replacementNotReady);
  await film.media.failTranscode(next.id);
  await refused('VIDEO_FAILED', STUDIO_MESSAGES.replacementFailed);
  await film.media.completeTranscode(next.id);
  await eventually(async () => {
    await decide(AssetKind.FILM_VIDEO, true);
    return true;
  });
  expect(await live()).toBe(next.id);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.runningTime).toBe(900);

  await decide(AssetKind.POSTER_IMAGE, false);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.poster?.id).toBe(page?.poster?.id);
  const again = { requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId: poster.id };
  await maker.studio.setFilmAsset(again);
  await decide(AssetKind.POSTER_IMAGE, true);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.poster?.id).toBe(poster.id);
  const released = (await film.published(FilmAssetBoundSchema)).filter((event) => event.filmId === filmId);
  expect(released.filter(({ bound }) => !bound).map(({ mediaId }) => mediaId)).toEqual([
    before,
    poster.id,
    page?.poster?.id,
  ]);
  await expect(decide(AssetKind.POSTER_IMAGE, true)).rejects.toMatchObject({ reason: 'NOTHING_WAITING' });
});

test('the live asset of a published film cannot be removed, a waiting one can [STU-15]', async () => {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const remove = () => maker.studio.removeFilmAsset({ requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE });
  await expect(remove()).rejects.toMatchObject({ reason: 'ASSET_LIVE' });
  const mediaId = film.media.addPicture(maker.viewer.accountId).id;
  await maker.studio.setFilmAsset({ requestId: newId(), filmId, kind: AssetKind.POSTER_IMAGE, mediaId });
  expect((await remove()).film?.assets.some(({ awaitingApproval }) => awaitingApproval)).toBe(false);
});

test('staff remove a film for good', async () => {
  const filmId = await film.releasedFilm(film.maker());
  await film.staff().backOffice.removeFilm({ filmId });
  await expect(film.visitor().catalogue.getFilm({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
});

test('staff publish only what is complete, and keep published what has lost its video [ADF-03:write]', async () => {
  const maker = film.maker();
  const { backOffice } = film.staff();
  const { film: draft } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
  const publish = (filmId: string, more = {}) =>
    backOffice.setFilmFlags({ requestId: newId(), filmId, published: true, ...more });
  await expect(publish(draft?.film?.id ?? '')).rejects.toMatchObject({ reason: 'FILM_INCOMPLETE' });

  const filmId = await film.releasedFilm(maker);
  const { film: mine } = await maker.studio.getMyFilm({ filmId });
  const video = mine?.assets.find(({ kind }) => kind === AssetKind.FILM_VIDEO);
  await film.media.deleteTranscode(video?.mediaId ?? '');
  await eventually(async () => !(await maker.studio.getMyFilm({ filmId })).film?.film?.hasFilm);
  const { film: after } = await publish(filmId, { isFestivalWinner: true });
  expect(after?.film).toMatchObject({ published: true, isFestivalWinner: true });
});

test('staff see and change whether the films of a maker are approved as they are published', async () => {
  const filmId = await film.completeFilm(film.maker());
  const { backOffice } = film.staff();
  const isAutoApproved = async () => (await backOffice.getAnyFilm({ filmId })).makerAutoApproved;
  expect(await isAutoApproved()).toBe(false);
  await backOffice.setMakerAutoApproval({ requestId: newId(), filmId, autoApproved: true });
  expect(await isAutoApproved()).toBe(true);
});

describe('another owner [ADF-04]', () => {
  const given = async () => {
    const [before, after] = [film.maker(), film.maker()];
    for (const { viewer } of [before, after]) await film.introduce(viewer, 'Ada', 'Okafor');
    persons.makesFilms(after.viewer.accountId);
    const filmId = await film.releasedFilm(before);
    const { backOffice, moderation } = film.staff();
    const ask = (ownerId: string, more = {}) =>
      backOffice.changeFilmOwner({ requestId: newId(), filmId, ownerId, reason: 'Sold the rights', ...more });
    return { before, after, filmId, ask, moderation };
  };

  test('the film is edited by the new owner alone, and its history and its event say so', async () => {
    const { before, after, filmId, ask, moderation } = await given();
    const { film: entry } = await ask(after.viewer.accountId);
    expect(entry?.film?.createdBy).toBe(after.viewer.accountId);
    const edit = { requestId: newId(), filmId, logLine: 'A ferryman waits.' };
    await expect(before.studio.updateFilm(edit)).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });
    await after.studio.updateFilm(edit);
    const { actions } = await moderation.listFilmActions({ filmId, pageSize: 10 });
    expect(actions[0]).toMatchObject({
      kind: FilmActionKind.OWNER_CHANGED,
      reason: 'Sold the rights',
      changes: [{ field: 'createdBy', before: before.viewer.accountId, after: after.viewer.accountId }],
    });
    const rows = await film.db.query("SELECT FROM outbox WHERE type = 'events.v1.FilmOwnerChanged'");
    expect(rows).toHaveLength(1);
    // What is released stays so.
    await film.visitor().catalogue.getFilm({ filmId });
  });

  test('it is refused for somebody who could not make a film', async () => {
    const { filmId, ask, moderation } = await given();
    const lover = film.lover();
    await film.introduce(lover.viewer, 'Ben', 'Adair');
    await expect(ask(lover.viewer.accountId)).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      reason: 'OWNER_NO_MAKER',
    });
    const { actions } = await moderation.listFilmActions({ filmId, pageSize: 10 });
    expect(actions.map(({ kind }) => kind)).not.toContain(FilmActionKind.OWNER_CHANGED);
  });

  test('it is refused for nobody, for somebody who left or is suspended, for the owner, and for an older version', async () => {
    const { before, after, ask } = await given();
    for (const ownerId of [newId(), 'x', '']) {
      await expect(ask(ownerId)).rejects.toMatchObject({ reason: 'OWNER_NOT_FOUND' });
    }
    await expect(ask(before.viewer.accountId)).rejects.toMatchObject({ reason: 'OWNER_ALREADY' });
    await expect(ask(after.viewer.accountId, { expectedVersion: 1n })).rejects.toMatchObject({
      reason: 'FILM_CHANGED',
    });
    await expect(ask(after.viewer.accountId, { reason: 'x' })).rejects.toMatchObject({ fields: [{ field: 'reason' }] });
    await film.db.query('UPDATE people SET is_suspended = true WHERE id = $1', [after.viewer.accountId]);
    await expect(ask(after.viewer.accountId)).rejects.toMatchObject({ reason: 'OWNER_NOT_FOUND' });
  });
});

test('staff enter, change and remove awards, which the film’s page shows; its history says so [FLM-07]', async () => {
  const filmId = await film.releasedFilm(film.maker());
  const { backOffice, moderation } = film.staff();
  const porto = { festivalName: 'Porto Shorts', category: 'Best film', year: 2026, winner: true };
  const save = (changes: object) => backOffice.saveFilmAward({ requestId: newId(), filmId, ...porto, ...changes });
  const shown = async () => (await film.visitor().catalogue.listAwards({ filmId })).awards;

  const { award } = await save({});
  await save({ festivalName: 'Locarno', category: '', year: 2025, winner: false });
  expect(await shown()).toMatchObject([porto, { festivalName: 'Locarno', category: '', year: 2025, winner: false }]);
  await save({ awardId: award?.id, category: 'Best short film' });
  expect(await shown()).toMatchObject([{ id: award?.id, category: 'Best short film' }, {}]);
  await backOffice.removeFilmAward({ filmId, awardId: award?.id });
  await backOffice.removeFilmAward({ filmId, awardId: award?.id });
  expect((await shown()).map(({ festivalName }) => festivalName)).toEqual(['Locarno']);

  const { actions } = await moderation.listFilmActions({ filmId, pageSize: 10 });
  expect(actions.slice(0, 4)).toMatchObject([
    {
      kind: FilmActionKind.AWARD_REMOVED,
      changes: [{ before: 'Porto Shorts, Best short film, 2026, winner', after: '' }],
    },
    { kind: FilmActionKind.AWARD_SAVED, changes: [{ before: 'Porto Shorts, Best film, 2026, winner' }] },
    { kind: FilmActionKind.AWARD_SAVED, changes: [{ before: '', after: 'Locarno, 2025, nominated' }] },
    { kind: FilmActionKind.AWARD_SAVED },
  ]);
  const other = await film.releasedFilm(film.maker());
  const [locarno] = await shown();
  const elsewhere = backOffice.saveFilmAward({ requestId: newId(), filmId: other, ...porto, awardId: locarno?.id });
  await expect(elsewhere).rejects.toMatchObject({ reason: 'AWARD_NOT_FOUND' });
  await backOffice.removeFilmAward({ filmId: other, awardId: locarno?.id });
  expect(await shown()).toHaveLength(1);
});

test('a film has at most 100 award records; each of them can be changed, and other films have their own [FLM-07]', async () => {
  const [filmId, other] = [await film.releasedFilm(film.maker()), await film.releasedFilm(film.maker())];
  await film.db.query(
    `INSERT INTO awards (id, film_id, festival_name, category, year, winner)
     SELECT gen_random_uuid(), $1, 'Porto Nights', 'Best film', 1900 + n, true FROM generate_series(1, 100) n`,
    [filmId],
  );
  const { backOffice } = film.staff();
  const save = (changes: object) =>
    backOffice.saveFilmAward({ requestId: newId(), filmId, festivalName: 'Porto Nights', year: 2026, ...changes });
  await expect(save({})).rejects.toMatchObject({ reason: 'TOO_MANY_AWARDS' });
  const { awards } = await film.visitor().catalogue.listAwards({ filmId });
  await save({ awardId: awards[0]?.id });
  await save({ filmId: other });
  for (const awardId of [newId(), 'no-id']) {
    await expect(save({ awardId })).rejects.toMatchObject({ reason: 'AWARD_NOT_FOUND' });
  }
});

test('an approval that is taken back has the film wait from now; one that it never had changes nothing of that', async () => {
  const [released, draft] = [await film.releasedFilm(film.maker()), await film.completeFilm(film.maker())];
  film.clock.advance(60_000);
  const submitted = async (filmId: string) => {
    const [row] = await film.db.query<{ at: Date | null }>('SELECT submitted_at AS at FROM films WHERE id = $1', [
      filmId,
    ]);
    return row?.at;
  };
  for (const filmId of [released, draft]) {
    await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isApproved: false });
  }
  expect(await submitted(released)).toEqual(film.clock.now());
  expect(await submitted(draft)).toBeNull();
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId: draft, published: true });
  expect(await submitted(draft)).toEqual(film.clock.now());
});
