import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ScreenerChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { STREAM_LEASE_MS, streamsAtOnce } from '@marquee/rules/streams';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { viewers } from '@marquee/testing/viewers';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const AT_ONCE = streamsAtOnce(undefined);

let film: FilmHarness;
let filmId: string;
beforeAll(async () => {
  film = await filmService();
  filmId = await film.releasedFilm(film.maker());
});

type Device = ReturnType<FilmHarness['as']>;
/** Devices of one account that has unlocked the film, each signed in on its own. */
async function devices(count: number): Promise<Device[]> {
  const account = viewers.movieLover();
  const made = Array.from({ length: count }, () => film.as({ ...account, sessionId: newId() }));
  await made[0]?.watch.unlockFilm({ requestId: newId(), filmId });
  return made;
}
const play = async (device: Device | undefined, takeOver = false) =>
  (await (device as Device).watch.startPlayback({ requestId: newId(), filmId, takeOver })).playbackSessionId;
const beat = async (device: Device | undefined, playbackSessionId: string) =>
  (await (device as Device).watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs: 1 })).access;

/** Festival lets an account watch a film to judge it. */
function screen(accountId: string, judged: string): Promise<void> {
  const submissionId = newId();
  const endsAt = timestampFromDate(new Date(film.clock.now().getTime() + 3_600_000));
  const message = create(ScreenerChangedSchema, { submissionId, filmId: judged, accountId, endsAt });
  return film.deliver(ScreenerChangedSchema, message, submissionId, 1n);
}

const full = {
  code: Code.FailedPrecondition,
  reason: 'STREAMS_FULL',
  message: 'This account is watching on another device. Watch here instead?',
};

test('an account watches on as many devices as its plan allows, and one more asks first [WAT-14:streams]', async () => {
  const all = await devices(AT_ONCE + 1);
  const playing: string[] = [];
  for (const device of all.slice(0, AT_ONCE)) playing.push(await play(device));
  const newest = all[AT_ONCE];
  await expect(play(newest)).rejects.toMatchObject(full);
  for (const [index, id] of playing.entries()) expect(await beat(all[index], id)).toMatchObject({ valid: true });

  const { viewer } = all[0] as Device;
  const accountId = viewer.kind === 'account' ? viewer.accountId : '';
  let signals = 0;
  const end = film.platform.signals.subscribe(`account:${accountId}`, () => {
    signals += 1;
  });
  atEnd(async () => end());
  const taken = await play(newest, true);
  expect(await beat(newest, taken)).toMatchObject({ valid: true });
  // The one that began first has ended, is signalled, and gets no address or key any more.
  expect(signals).toBe(1);
  expect(await beat(all[0], playing[0] as string)).toMatchObject({
    ...{ valid: false, signedUrl: '', reason: 'PLAYBACK_TAKEN' },
    message: 'This account now watches on another device.',
  });
  await expect(all[0]?.watch.getLicence({ playbackSessionId: playing[0] as string })).rejects.toMatchObject({
    reason: 'PLAYBACK_TAKEN',
  });
  for (const [index, id] of playing.entries()) {
    if (index > 0) expect(await beat(all[index], id)).toMatchObject({ valid: true });
  }
  // It can be taken back.
  const back = await play(all[0], true);
  expect(await beat(all[0], back)).toMatchObject({ valid: true });
});

test('a plan allows as many devices as the table says, and one that is not known as many as none [WAT-14:plans]', () => {
  const plans = [undefined, 'NONE', 'FREEMIUM', 'PRO', 'PREMIUM', 'A later one'];
  expect(plans.map(streamsAtOnce)).toEqual([2, 2, 2, 3, 4, 2]);
});

test('a device that is not heard of any more makes room by itself, and one that is heard of keeps its place [WAT-14:lease]', async () => {
  const all = await devices(AT_ONCE + 1);
  const playing: string[] = [];
  for (const device of all.slice(0, AT_ONCE)) playing.push(await play(device));
  film.clock.advance(STREAM_LEASE_MS - 1);
  for (const [index, id] of playing.entries()) expect(await beat(all[index], id)).toMatchObject({ valid: true });
  film.clock.advance(STREAM_LEASE_MS - 1);
  await expect(play(all[AT_ONCE])).rejects.toMatchObject(full);
  film.clock.advance(1);
  expect(await beat(all[AT_ONCE], await play(all[AT_ONCE]))).toMatchObject({ valid: true });
});

test('a device that slept plays on where there is room, and ends where others took its place [WAT-14:lease]', async () => {
  const all = await devices(AT_ONCE + 1);
  const [sleeper] = all;
  const slept = await play(sleeper);
  film.clock.advance(4 * STREAM_LEASE_MS);
  expect(await beat(sleeper, slept)).toMatchObject({ valid: true });

  film.clock.advance(STREAM_LEASE_MS);
  const others = all.slice(1);
  const playing: string[] = [];
  for (const device of others) playing.push(await play(device));
  const taken = { valid: false, signedUrl: '', reason: 'PLAYBACK_TAKEN' };
  expect(await beat(sleeper, slept)).toMatchObject(taken);
  for (const [index, id] of playing.entries()) expect(await beat(others[index], id)).toMatchObject({ valid: true });
  // It has ended, also when the others leave.
  film.clock.advance(STREAM_LEASE_MS);
  expect(await beat(sleeper, slept)).toMatchObject(taken);
});

test('a device that slept gets no licence and reports no events that bring its place back [WAT-14:lease]', async () => {
  const all = await devices(AT_ONCE + 1);
  const [sleeper] = all as [Device];
  const playbackSessionId = await play(sleeper);
  film.clock.advance(STREAM_LEASE_MS);
  for (const device of all.slice(1)) await play(device);
  const events = [{ eventId: newId(), event: PlaybackEventKind.PLAY, timeMs: 2, playedMs: 2 }];
  await sleeper.watch.recordPlaybackEvents({ playbackSessionId, filmId, events });
  await expect(sleeper.watch.getLicence({ playbackSessionId })).rejects.toMatchObject({ reason: 'PLAYBACK_TAKEN' });
});

test('every heartbeat keeps the place, whatever it says was played [WAT-14:lease]', async () => {
  const all = await devices(AT_ONCE + 1);
  const playing: string[] = [];
  for (const device of all.slice(0, AT_ONCE)) playing.push(await play(device));
  const beats = (playedMs: number) =>
    Promise.all(
      playing.map((playbackSessionId, index) =>
        (all[index] as Device).watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs }),
      ),
    );
  film.clock.advance(HEARTBEAT_INTERVAL_MS);
  await beats(HEARTBEAT_INTERVAL_MS);
  for (let passed = 0; passed < 2 * STREAM_LEASE_MS; passed += HEARTBEAT_INTERVAL_MS) {
    film.clock.advance(HEARTBEAT_INTERVAL_MS);
    await beats(0);
  }
  await expect(play(all[AT_ONCE])).rejects.toMatchObject(full);
});

test('of devices that wake at once no more play on than the plan allows [WAT-14:race]', async () => {
  const all = await devices(3 * AT_ONCE);
  const playing: string[] = [];
  for (let group = 0; group < all.length; group += AT_ONCE) {
    for (const device of all.slice(group, group + AT_ONCE)) playing.push(await play(device));
    film.clock.advance(STREAM_LEASE_MS);
  }
  const woken = await Promise.all(playing.map((id, index) => beat(all[index], id)));
  expect(woken.filter((access) => access?.valid)).toHaveLength(AT_ONCE);
});

test('a page that is opened again in the same browser takes the place of its own, and asks nothing [WAT-14:streams]', async () => {
  const [first, second] = await devices(2);
  const before = await play(first);
  const other = await play(second);
  for (let reload = 0; reload < 3; reload += 1) await play(first);
  expect(await beat(first, before)).toMatchObject({ valid: false, reason: 'PLAYBACK_TAKEN' });
  expect(await beat(second, other)).toMatchObject({ valid: true });
});

test('makers and staff who look at a film are in nobody’s way', async () => {
  const maker = film.maker();
  const own = await film.completeFilm(maker);
  for (let device = 0; device <= AT_ONCE; device += 1) {
    const there = film.as({ ...maker.viewer, sessionId: newId() });
    expect((await there.watch.startPlayback({ requestId: newId(), filmId: own })).access?.valid).toBe(true);
  }
});

test('a preview takes no place, and ends for nobody [WAT-14:streams]', async () => {
  const maker = film.maker();
  await maker.watch.unlockFilm({ requestId: newId(), filmId });
  const own = await film.completeFilm(maker);
  const { playbackSessionId } = await maker.watch.startPlayback({ requestId: newId(), filmId: own });
  const others = Array.from({ length: AT_ONCE + 1 }, () => film.as({ ...maker.viewer, sessionId: newId() }));
  const playing: string[] = [];
  for (const device of others.slice(0, AT_ONCE)) playing.push(await play(device));
  // Another playback ends the oldest one, which the preview is not.
  await play(others[AT_ONCE], true);
  expect(await beat(maker, playbackSessionId)).toMatchObject({ valid: true, preview: true });
  expect(await beat(others[0], playing[0] as string)).toMatchObject({ reason: 'PLAYBACK_TAKEN' });
  film.clock.advance(2 * STREAM_LEASE_MS);
  expect(await beat(maker, playbackSessionId)).toMatchObject({ valid: true, preview: true });
});

test('who may watch what they previewed needs a place for it [WAT-14:streams]', async () => {
  const all = await devices(AT_ONCE + 1);
  const { accountId } = (all[0] as Device).viewer as AccountViewer;
  const filmOfJury = await film.releasedFilm(film.maker());
  await screen(accountId, filmOfJury);
  const judge = all[0] as Device;
  const { playbackSessionId } = await judge.watch.startPlayback({ requestId: newId(), filmId: filmOfJury });
  for (const device of all.slice(1)) await play(device);
  expect(await beat(judge, playbackSessionId)).toMatchObject({ valid: true, preview: true });
  const grant = { requestId: newId(), accountId, filmId: filmOfJury, kind: 1, hours: 1, reason: 'They asked for it' };
  await film.staff().grants.grantAccess(grant);
  expect(await beat(judge, playbackSessionId)).toMatchObject({ reason: 'PLAYBACK_TAKEN' });
});

test('of fifty devices that start at once no more play than the plan allows, asked or not [WAT-14:race]', async () => {
  for (const takeOver of [false, true]) {
    const all = await devices(50);
    const started = await Promise.allSettled(all.map((device) => play(device, takeOver)));
    const refused = started.filter(({ status }) => status === 'rejected');
    if (!takeOver) expect(refused).toHaveLength(50 - AT_ONCE);
    // One whose place is taken before its answer is made has ended already.
    const refusal = takeOver ? { reason: 'PLAYBACK_TAKEN' } : full;
    for (const one of refused) expect((one as PromiseRejectedResult).reason).toMatchObject(refusal);
    const playing = await Promise.all(
      started.flatMap((one, index) => (one.status === 'fulfilled' ? [beat(all[index], one.value)] : [])),
    );
    expect(playing.filter((access) => access?.valid)).toHaveLength(AT_ONCE);
  }
});
