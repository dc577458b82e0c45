import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmDecidedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AssetKind, ListingStatus } from '@marquee/contracts/film/v1/film_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { newId } from '@marquee/data/ids';
import { CHANGE_REASON_LENGTH_MAX, MODERATION_MESSAGES } from '@marquee/rules/moderation';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

const REASON = 'Please replace the poster: its lower third is cut off.';
type Staff = ReturnType<FilmHarness['staff']>;

const request = (filmId: string, more: object = {}) => ({ requestId: newId(), filmId, ...more });
const askForChanges = (staff: Staff, filmId: string, more: object = {}) =>
  staff.moderation.requestFilmChanges(request(filmId, { reason: REASON, ...more }));
const approve = (staff: Staff, filmId: string, more: object = {}) =>
  staff.backOffice.setFilmFlags(request(filmId, { isApproved: true, ...more }));
const isInQueue = async (filmId: string) => {
  const { films } = await film.staff().backOffice.listAllFilms({ awaitingApproval: true, pageSize: 100 });
  return films.some((row) => row.film?.id === filmId);
};
const historyOf = async (filmId: string) => {
  const { actions } = await film.staff().moderation.listFilmActions({ filmId, pageSize: 100 });
  return actions.map(({ kind }) => FilmActionKind[kind]);
};
const decisionsOn = async (filmId: string) =>
  (await film.published(FilmDecidedSchema)).filter((event) => event.filmId === filmId).map(({ actionId }) => actionId);

test('every method of moderation refuses all but staff, and notification alone reads decisions [ADU-11]', async () => {
  const filmId = newId();
  for (const { moderation } of [film.visitor(), film.lover(), film.maker()]) {
    const calls = [
      moderation.requestFilmChanges({ requestId: newId(), filmId, reason: REASON }),
      moderation.withdrawChangeRequest({ requestId: newId(), filmId }),
      moderation.getQueuePlace({ filmId }),
      moderation.listFilmActions({ filmId }),
      moderation.getReviewPlayback({ filmId, kind: AssetKind.FILM_VIDEO }),
      moderation.getFilmDecision({ actionId: newId() }),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected' });
      const { code } = (call as PromiseRejectedResult).reason as { code: Code };
      expect([Code.Unauthenticated, Code.PermissionDenied]).toContain(code);
    }
  }
  await expect(film.staff().moderation.getFilmDecision({ actionId: newId() })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});

test('staff ask for changes, the maker sends the film again, staff approve it', async () => {
  const maker = film.maker();
  const staff = film.staff();
  const filmId = await film.waitingFilm(maker);
  const { film: asked } = await askForChanges(staff, filmId);
  expect(asked?.changeRequest).toMatchObject({ reason: REASON, answered: false });
  expect(await isInQueue(filmId)).toBe(false);

  const { film: seen } = await maker.studio.getMyFilm({ filmId });
  expect(seen).toMatchObject({ status: ListingStatus.APPROVED, awaitingApproval: true });
  expect(seen?.film?.published).toBe(true);
  expect(seen?.changeRequest).toMatchObject({ reason: REASON, answered: false });
  expect(JSON.stringify(seen, (_, value) => String(value))).not.toContain(staff.viewer.accountId);
  expect((await maker.studio.listMyFilms({})).films[0]?.changeRequest?.reason).toBe(REASON);

  film.clock.advance(60_000);
  const { film: sent } = await maker.studio.sendFilmForReview(request(filmId));
  expect(sent?.changeRequest?.answered).toBe(true);
  expect(timestampDate(sent?.waitingSince as never)).toEqual(film.clock.now());
  expect(await isInQueue(filmId)).toBe(true);

  const { film: approved } = await approve(staff, filmId);
  expect(approved?.changeRequest).toBeUndefined();
  expect(approved?.waitingSince).toBeUndefined();
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.id).toBe(filmId);
  expect(await historyOf(filmId)).toEqual(['APPROVED', 'SENT_FOR_REVIEW', 'CHANGES_REQUESTED', 'PUBLISHED']);
});

test('publishing again sends a film for review again; it is not approved by a setting while changes are asked for', async () => {
  const maker = film.maker();
  const staff = film.staff();
  const filmId = await film.waitingFilm(maker);
  await askForChanges(staff, filmId);
  await staff.backOffice.setMakerAutoApproval(request(filmId, { autoApproved: true }));
  await maker.studio.unpublishFilm(request(filmId));
  await expect(maker.studio.sendFilmForReview(request(filmId))).rejects.toMatchObject({
    reason: 'FILM_NOT_PUBLISHED',
    message: MODERATION_MESSAGES.notPublished,
  });
  const { film: sent } = await maker.studio.publishFilm(request(filmId));
  expect(sent?.changeRequest?.answered).toBe(true);
  expect(sent?.film?.isApproved).toBe(false);
  expect(await isInQueue(filmId)).toBe(true);
  expect((await historyOf(filmId)).slice(0, 3)).toEqual(['SENT_FOR_REVIEW', 'PUBLISHED', 'UNPUBLISHED']);
});

test('sending for review twice changes nothing, and somebody else may not', async () => {
  const maker = film.maker();
  const filmId = await film.waitingFilm(maker);
  await askForChanges(film.staff(), filmId);
  await expect(film.maker().studio.sendFilmForReview(request(filmId))).rejects.toMatchObject({
    reason: 'FILM_NOT_YOURS',
  });
  const first = await maker.studio.sendFilmForReview(request(filmId));
  film.clock.advance(1_000);
  const second = await maker.studio.sendFilmForReview(request(filmId));
  expect(second.film).toEqual(first.film);
  expect((await historyOf(filmId)).filter((kind) => kind === 'SENT_FOR_REVIEW')).toHaveLength(1);
});

test.each([
  ['', MODERATION_MESSAGES.reasonMissing],
  [' \n\u200B ', MODERATION_MESSAGES.reasonMissing],
  ['x'.repeat(CHANGE_REASON_LENGTH_MAX + 1), MODERATION_MESSAGES.reasonTooLong],
])('a reason of %j characters is refused: %s', async (reason, message) => {
  await expect(askForChanges(film.staff(), newId(), { reason })).rejects.toMatchObject({
    code: Code.InvalidArgument,
    fields: [{ field: 'reason', message }],
  });
});

test('a reason keeps its lines and its markup as text', async () => {
  const filmId = await film.waitingFilm(film.maker());
  const reason = '<script>alert(1)</script>\r\n\u202ESecond line & more';
  const { film: asked } = await askForChanges(film.staff(), filmId, { reason });
  expect(asked?.changeRequest?.reason).toBe('<script>alert(1)</script>\nSecond line & more');
});

test('changes are asked for only of films that wait, and once', async () => {
  const staff = film.staff();
  const draft = await film.completeFilm(film.maker());
  const released = await film.releasedFilm(film.maker());
  for (const filmId of [draft, released]) {
    await expect(askForChanges(staff, filmId)).rejects.toMatchObject({
      code: Code.FailedPrecondition,
      reason: 'FILM_NOT_WAITING',
      message: MODERATION_MESSAGES.notWaiting,
    });
    await expect(staff.moderation.withdrawChangeRequest(request(filmId))).rejects.toMatchObject({
      reason: 'NO_CHANGES_REQUESTED',
    });
  }
  const waiting = await film.waitingFilm(film.maker());
  await askForChanges(staff, waiting);
  await expect(askForChanges(staff, waiting)).rejects.toMatchObject({ reason: 'CHANGES_ALREADY_REQUESTED' });
  await expect(askForChanges(staff, newId())).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
});

test('a request that is repeated under its id asks and mails once', async () => {
  const filmId = await film.waitingFilm(film.maker());
  const { moderation } = film.staff();
  const once = { ...request(filmId), reason: REASON };
  const first = await moderation.requestFilmChanges(once);
  expect(await moderation.requestFilmChanges(once)).toEqual(first);
  await expect(moderation.requestFilmChanges({ ...once, reason: 'Another.' })).rejects.toMatchObject({
    code: expect.any(Number),
  });
  expect(await decisionsOn(filmId)).toHaveLength(1);
  expect(await historyOf(filmId)).toEqual(['CHANGES_REQUESTED', 'PUBLISHED']);
});

test('who decides on an older state reads what was done since and by whom, and nothing is sent twice', async () => {
  const [ana, bo] = [film.staff(), film.staff()];
  await film.introduce(ana.viewer, 'Ana', 'Souto');
  const maker = film.maker();
  const filmId = await film.waitingFilm(maker);
  const { film: shown } = await bo.backOffice.getAnyFilm({ filmId });
  const expectedVersion = shown?.film?.version ?? 0n;
  await approve(ana, filmId, { expectedVersion });
  for (const decide of [approve, askForChanges]) {
    await expect(decide(bo, filmId, { expectedVersion })).rejects.toMatchObject({
      code: Code.Aborted,
      reason: 'FILM_CHANGED',
      message: 'Ana Souto approved this film in the meantime. Look at it again before you decide.',
    });
  }
  expect(await decisionsOn(filmId)).toHaveLength(1);
  expect(await historyOf(filmId)).toEqual(['APPROVED', 'PUBLISHED']);

  const edited = await film.waitingFilm(maker);
  const before = (await bo.backOffice.getAnyFilm({ filmId: edited })).film?.film?.version;
  await maker.studio.updateFilm(request(edited, { logLine: 'Another.' }));
  await expect(approve(bo, edited, { expectedVersion: before })).rejects.toMatchObject({
    reason: 'FILM_CHANGED',
    message: 'This film was changed in another place. Please reload it, then make your change again.',
  });
});

test('an approval can be taken back, and so can a request for changes, which keeps the place in the queue', async () => {
  const staff = film.staff();
  const maker = film.maker();
  const filmId = await film.waitingFilm(maker);
  const { film: waiting } = await staff.backOffice.getAnyFilm({ filmId });
  film.clock.advance(1_000);
  await askForChanges(staff, filmId);
  const late = request(filmId, { expectedVersion: waiting?.film?.version ?? 0n });
  await expect(staff.moderation.withdrawChangeRequest(late)).rejects.toMatchObject({ reason: 'FILM_CHANGED' });
  const { film: open } = await staff.moderation.withdrawChangeRequest(request(filmId));
  expect(open?.changeRequest).toBeUndefined();
  expect(open?.waitingSince).toEqual(waiting?.waitingSince);

  await approve(staff, filmId);
  film.clock.advance(1_000);
  const { film: back } = await staff.backOffice.setFilmFlags(request(filmId, { isApproved: false }));
  expect(timestampDate(back?.waitingSince as never)).toEqual(film.clock.now());
  await expect(film.visitor().catalogue.getFilm({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
  expect(await historyOf(filmId)).toEqual([
    ...['APPROVAL_WITHDRAWN', 'APPROVED', 'CHANGE_REQUEST_WITHDRAWN', 'CHANGES_REQUESTED', 'PUBLISHED'],
  ]);
});

test('the mail of a decision says what was decided, until something overtakes it', async () => {
  const staff = film.staff();
  const maker = film.maker();
  const notification = film.as(viewers.service('notification')).moderation;
  const filmId = await film.waitingFilm(maker);
  await askForChanges(staff, filmId);
  const [asked = ''] = await decisionsOn(filmId);
  expect(await notification.getFilmDecision({ actionId: asked })).toMatchObject({
    ...{ ended: false, kind: FilmActionKind.CHANGES_REQUESTED, accountId: maker.viewer.accountId },
    ...{ filmId, filmTitle: 'The Quiet of Long Rivers', reason: REASON, published: true },
  });
  await maker.studio.sendFilmForReview(request(filmId));
  expect(await notification.getFilmDecision({ actionId: asked })).toMatchObject({ ended: true, reason: '' });
  await approve(staff, filmId);
  const [, approved = ''] = await decisionsOn(filmId);
  expect(await notification.getFilmDecision({ actionId: approved })).toMatchObject({
    ...{ ended: false, kind: FilmActionKind.APPROVED },
  });
  await expect(notification.getFilmDecision({ actionId: newId() })).rejects.toMatchObject({ code: Code.NotFound });
});

test('what staff change of a film is in its history, field by field, and what its maker changes is not', async () => {
  const staff = film.staff();
  await film.introduce(staff.viewer, 'Ana', 'Souto');
  const maker = film.maker();
  const filmId = await film.waitingFilm(maker);
  await maker.studio.updateFilm(request(filmId, { logLine: 'By its maker.' }));
  await staff.studio.updateFilm(request(filmId, { logLine: 'By staff.', genres: { values: ['Drama'] } }));
  await staff.backOffice.setFilmDistribution(request(filmId, { tv: false, mobile: true }));
  await staff.backOffice.setMakerAutoApproval(request(filmId, { autoApproved: true }));
  await staff.backOffice.setMakerAutoApproval(request(filmId, { autoApproved: true }));
  const { actions } = await staff.moderation.listFilmActions({ filmId });
  const edit = { kind: FilmActionKind.EDITED, actorName: 'Ana Souto', byMaker: false };
  expect(actions).toMatchObject([
    { ...edit, changes: [{ field: 'makerAutoApproved', before: 'false', after: 'true' }] },
    { ...edit, changes: [{ field: 'tv', before: 'true', after: 'false' }] },
    {
      ...edit,
      changes: [
        { field: 'logLine', before: 'By its maker.', after: 'By staff.' },
        { field: 'genres', before: 'Drama, Mystery', after: 'Drama' },
      ],
    },
    { kind: FilmActionKind.PUBLISHED, byMaker: true, changes: [] },
  ]);
});

test('a history is read page by page, newest first', async () => {
  const { moderation, backOffice } = film.staff();
  const filmId = await film.completeFilm(film.maker());
  for (const tv of [false, true, false]) await backOffice.setFilmDistribution(request(filmId, { tv }));
  const values: string[] = [];
  let cursor = '';
  do {
    const page = await moderation.listFilmActions({ filmId, pageSize: 2, cursor });
    values.push(...page.actions.flatMap(({ changes }) => changes.map(({ after }) => after)));
    cursor = page.nextCursor;
  } while (cursor);
  expect(values).toEqual(['false', 'true', 'false']);
});

test('a history only grows, is undone with its change, and outlives its film', async () => {
  const maker = film.maker();
  const filmId = await film.waitingFilm(maker);
  const kinds = async () =>
    (
      await film.db.query<{ kind: string }>('SELECT kind FROM film_actions WHERE film_id = $1 ORDER BY version', [
        filmId,
      ])
    ).map(({ kind }) => kind);
  await expect(film.db.query('UPDATE film_actions SET reason = $1', ['x'])).rejects.toThrow();
  await expect(film.db.query('DELETE FROM film_actions')).rejects.toThrow();
  await film.staff().backOffice.removeFilm({ filmId });
  expect(await kinds()).toEqual(['PUBLISHED', 'REMOVED']);
});

test('a replacement that waits is in the queue, can be played by staff, and changes can be asked of it [STU-15]', async () => {
  const staff = film.staff();
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  const next = film.media.addVideo(maker.viewer.accountId);
  const set = { kind: AssetKind.FILM_VIDEO, mediaId: next.id };
  await maker.studio.setFilmAsset(request(filmId, set));
  expect(await isInQueue(filmId)).toBe(true);
  const play = (waiting: boolean) =>
    staff.moderation.getReviewPlayback({ filmId, kind: AssetKind.FILM_VIDEO, waiting });
  await expect(play(true)).rejects.toMatchObject({ reason: 'VIDEO_NOT_TRANSCODED' });
  await film.media.completeTranscode(next.id);
  const replacement = await eventually(() => play(true));
  const live = await play(false);
  expect(live.signedUrl).toMatch(/^\/v\//);
  expect(replacement.signedUrl).not.toBe(live.signedUrl);
  await expect(
    staff.moderation.getReviewPlayback({ filmId, kind: AssetKind.POSTER_IMAGE, waiting: false }),
  ).rejects.toMatchObject({ reason: 'ASSET_NOT_FOUND' });

  // What is protected comes with its licence.
  expect(live.clearKey).toBe('');
  await film.media.protect(next.id);
  await eventually(async () => expect(JSON.parse((await play(true)).clearKey).keys).toHaveLength(1));

  await askForChanges(staff, filmId);
  expect(await isInQueue(filmId)).toBe(false);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.id).toBe(filmId);
  await maker.studio.sendFilmForReview(request(filmId));
  expect(await isInQueue(filmId)).toBe(true);
  const decide = { kind: AssetKind.FILM_VIDEO, approve: true };
  const { film: decided } = await staff.backOffice.decideAssetReplacement(request(filmId, decide));
  expect(decided?.changeRequest).toBeUndefined();
  expect((await historyOf(filmId))[0]).toBe('REPLACEMENT_APPROVED');

  // The maker is mailed what became of the file, whatever is decided on the film since.
  const actionId = (await decisionsOn(filmId)).at(-1) ?? '';
  await staff.backOffice.setFilmFlags(request(filmId, { isApproved: false }));
  expect(await film.as(viewers.service('notification')).moderation.getFilmDecision({ actionId })).toMatchObject({
    ...{ ended: false, kind: FilmActionKind.REPLACEMENT_APPROVED, asset: AssetKind.FILM_VIDEO, filmId },
  });
});
