import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { GrantKind } from '@marquee/contracts/film/v1/grants_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { newId } from '@marquee/data/ids';
import { REPLAY_START_HOURS } from '@marquee/rules/windows';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const HOUR_MS = 3_600_000;
const id = () => ({ requestId: newId() });
const ask = { hours: 12, reason: 'The power went out in their street' };

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ FREE_UNLOCK_HOURS: 48 });
});

const soon = (hours: number) => new Date(film.clock.now().getTime() + hours * HOUR_MS);
const made = async () => {
  const maker = film.maker();
  return { maker, filmId: await film.releasedFilm(maker) };
};

test('extra time begins after what somebody has, and ends at once when it is taken back [WAT-15:grants]', async () => {
  const [{ filmId }, lover, staff] = [await made(), film.lover(), film.staff()];
  const { access } = await lover.watch.unlockFilm({ ...id(), filmId });
  const unlockEnd = timestampDate(access?.expireAt as Parameters<typeof timestampDate>[0]);
  const { accountId } = lover.viewer;
  const { grant } = await staff.grants.grantAccess({ ...id(), accountId, filmId, kind: 1, ...ask });
  const until = new Date(unlockEnd.getTime() + 12 * HOUR_MS);
  expect(grant).toMatchObject({ filmId, hours: 12, reason: ask.reason, endsAt: timestampFromDate(until) });
  expect((await lover.watch.getFilmAccess({ filmId })).access?.expireAt).toEqual(timestampFromDate(until));
  expect((await lover.watch.listUnlockedFilms({ pageSize: 1, cursor: '' })).items).toMatchObject([
    { expireAt: timestampFromDate(until) },
  ]);

  film.clock.set(unlockEnd);
  const { playbackSessionId } = await lover.watch.startPlayback({ ...id(), filmId });
  const grantId = grant?.id ?? '';
  const taken = await staff.grants.takeBackGrant({ ...id(), grantId, reason: 'It was for another film' });
  expect(taken.grant).toMatchObject({ id: grantId, takenBackAt: timestampFromDate(film.clock.now()) });
  const beat = await lover.watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs: 1 });
  expect(beat.access).toMatchObject({ valid: false, reason: 'UNLOCK_REQUIRED' });
  await expect(
    staff.grants.takeBackGrant({ ...id(), grantId, reason: 'It was for another film' }),
  ).rejects.toMatchObject({ reason: 'GRANT_TAKEN_BACK' });
  // Both are in the film's history, with who did it and why.
  const { actions } = await staff.moderation.listFilmActions({ filmId, pageSize: 2, cursor: '' });
  expect(actions).toMatchObject([
    { kind: FilmActionKind.ACCESS_TAKEN_BACK, reason: 'It was for another film' },
    { kind: FilmActionKind.ACCESS_GRANTED, reason: ask.reason },
  ]);
  const { grants } = await staff.grants.listUserGrants({ accountId });
  expect(grants).toMatchObject([{ id: grantId, filmTitle: 'The Quiet of Long Rivers', kind: GrantKind.EXTRA_TIME }]);
  expect(grants[0]).toMatchObject({ started: false, takenBackAt: timestampFromDate(film.clock.now()) });
  expect(grants[0]?.endsAt).toBeUndefined();
});

test('a replay is there for thirty days, and staff list what somebody was given, the newest first [WAT-15:grants]', async () => {
  const [{ filmId }, lover, staff] = [await made(), film.lover(), film.staff()];
  const { accountId } = lover.viewer;
  const signals: bigint[] = [];
  const end = film.platform.signals.subscribe(`account:${accountId}`, ({ version }) => signals.push(BigInt(version)));
  const grant = async (kind: GrantKind) =>
    (await staff.grants.grantAccess({ ...id(), accountId, filmId, kind, ...ask })).grant;
  const replay = await grant(GrantKind.REPLAY);
  expect(replay).toMatchObject({ kind: GrantKind.REPLAY, started: false });
  expect(replay?.endsAt).toEqual(timestampFromDate(soon(REPLAY_START_HOURS)));
  expect(replay?.takenBackAt).toBeUndefined();
  // Their pages look again at what they may watch.
  await eventually(() => signals.length === 1);
  await lover.watch.startPlayback({ ...id(), filmId });
  film.clock.advance(1_000);
  const extra = await grant(GrantKind.EXTRA_TIME);
  expect(extra?.endsAt).toEqual(timestampFromDate(new Date(soon(24).getTime() - 1_000)));
  const first = await staff.grants.listUserGrants({ accountId, pageSize: 1 });
  const second = await staff.grants.listUserGrants({ accountId, pageSize: 1, cursor: first.lastKey });
  expect(first.grants).toMatchObject([{ id: extra?.id, started: false }]);
  expect(second).toMatchObject({ grants: [{ id: replay?.id, started: true }], lastKey: '' });
  for (const nobody of ['x', newId()]) {
    expect((await staff.grants.listUserGrants({ accountId: nobody })).grants).toEqual([]);
  }
  await staff.grants.takeBackGrant({ ...id(), grantId: extra?.id ?? '', reason: 'It was for another film' });
  await eventually(() => signals.length === 3);
  end();
});

test('nobody but staff grants anything, and every field is checked', async () => {
  const [{ filmId, maker }, lover, staff] = [await made(), film.lover(), film.staff()];
  const grant = { ...id(), accountId: lover.viewer.accountId, filmId, kind: 1, ...ask };
  for (const other of [lover, maker]) await expect(other.grants.grantAccess(grant)).rejects.toThrow();
  for (const wrong of [{ hours: 0 }, { hours: 8_761 }, { kind: 0 }, { reason: 'x' }, { accountId: 'nobody' }]) {
    await expect(staff.grants.grantAccess({ ...grant, ...wrong })).rejects.toMatchObject({
      fields: [{ field: Object.keys(wrong)[0] }],
    });
  }
  for (const grantId of [newId(), 'x']) {
    await expect(staff.grants.takeBackGrant({ ...id(), grantId, reason: 'none' })).rejects.toMatchObject({
      reason: 'GRANT_NOT_FOUND',
    });
  }
});
