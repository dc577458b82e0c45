import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { PrimaryAction } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const HOUR_MS = 3_600_000;
const PRICE = 499n;
const id = () => ({ requestId: newId() });

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test', FREE_UNLOCK_HOURS: 48, PAID_UNLOCK_HOURS: 48 });
});

type Lover = ReturnType<FilmHarness['lover']>;
const soon = (hours: number) => new Date(film.clock.now().getTime() + hours * HOUR_MS);
const accessOf = async (lover: Lover, filmId: string) => (await lover.watch.getFilmAccess({ filmId })).access;
const start = (lover: Lover, filmId: string) => lover.watch.startPlayback({ ...id(), filmId });
const endOf = (access: { expireAt?: Parameters<typeof timestampDate>[0] } | undefined) =>
  access?.expireAt && timestampDate(access.expireAt);

async function made() {
  const maker = film.maker();
  return { maker, filmId: await film.releasedFilm(maker) };
}
async function buy(lover: Lover, filmId: string, price = PRICE) {
  const opened = await lover.checkout.openOrder({ orderId: newId(), filmId, price });
  const orderId = opened.order?.id ?? '';
  const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
  return { opened, paid: await lover.checkout.confirmTestPayment({ orderId, ...card }) };
}
async function stateOf({ paid }: Awaited<ReturnType<typeof buy>>) {
  const text = 'SELECT state FROM orders WHERE id = $1';
  return (await film.db.query<{ state: string }>(text, [paid.order?.id ?? '']))[0]?.state;
}

describe('when a film can be had is set by its maker [WAT-15:available]', () => {
  test('before and after nobody unlocks it or pays, and everybody reads why', async () => {
    const { maker, filmId } = await made();
    const [from, until] = [soon(1), soon(3)];
    await maker.studio.updateFilm({
      ...{ ...id(), filmId, isFree: false, usdCost: PRICE },
      ...{ availableFrom: timestampFromDate(from), availableUntil: timestampFromDate(until) },
    });
    expect((await film.visitor().catalogue.getFilm({ filmId })).film).toMatchObject({
      availableFrom: timestampFromDate(from),
      availableUntil: timestampFromDate(until),
    });
    const lover = film.lover();
    const refused = (reason: string) =>
      expect(lover.checkout.openOrder({ orderId: newId(), filmId, price: PRICE })).rejects.toMatchObject({ reason });
    expect(await accessOf(lover, filmId)).toMatchObject({
      ...{ valid: false, action: PrimaryAction.TRAILER, reason: 'NOT_AVAILABLE_YET' },
      message: 'This film is not available yet.',
    });
    await refused('NOT_AVAILABLE_YET');
    film.clock.set(from);
    const { paid } = await buy(lover, filmId);
    film.clock.set(until);
    const late = film.lover();
    expect(await accessOf(late, filmId)).toMatchObject({
      ...{ reason: 'NO_LONGER_AVAILABLE', message: 'This film is no longer available.' },
    });
    await expect(late.watch.unlockFilm({ ...id(), filmId })).rejects.toMatchObject({ reason: 'NO_LONGER_AVAILABLE' });
    // Who has it keeps it for their time.
    expect(await accessOf(lover, filmId)).toMatchObject({ valid: true, expireAt: paid.order?.watchUntil });
    // Its maker sees past the window, and that it is a preview.
    expect((await maker.watch.getFilmAccess({ filmId })).access).toMatchObject({
      ...{ valid: true, preview: true, past: 'NO_LONGER_AVAILABLE' },
    });
    // Without dates it can be had again.
    const none = timestampFromDate(new Date(0));
    await maker.studio.updateFilm({ ...id(), filmId, availableFrom: none, availableUntil: none });
    expect(await accessOf(late, filmId)).toMatchObject({ reason: 'UNLOCK_REQUIRED', action: PrimaryAction.UNLOCK });
  });

  test('who pays while the price is kept for them gets the film, though it stopped being available meanwhile', async () => {
    const { maker, filmId } = await made();
    const until = soon(1);
    const availableUntil = timestampFromDate(until);
    await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost: PRICE, availableUntil });
    film.clock.set(new Date(until.getTime() - 1));
    const [lover, price] = [film.lover(), PRICE];
    const { order } = await lover.checkout.openOrder({ orderId: newId(), filmId, price });
    film.clock.advance(2);
    const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
    await lover.checkout.confirmTestPayment({ orderId: order?.id ?? '', ...card });
    expect(await accessOf(lover, filmId)).toMatchObject({ valid: true });
  });

  test('a film that would end before it begins is refused, and so are windows out of bounds', async () => {
    const { maker, filmId } = await made();
    const [from, until] = [timestampFromDate(soon(3)), timestampFromDate(soon(3))];
    await expect(
      maker.studio.updateFilm({ ...id(), filmId, availableFrom: from, availableUntil: until }),
    ).rejects.toMatchObject({ fields: [{ field: 'availableUntil' }] });
    for (const startWindowHours of [-1, 8_761]) {
      await expect(maker.studio.updateFilm({ ...id(), filmId, startWindowHours })).rejects.toMatchObject({
        fields: [{ field: 'startWindowHours', message: 'Please enter whole hours, up to 8,760, which is a year.' }],
      });
    }
  });
});

describe('how long from unlock to start, and from start to end [WAT-15:start-and-watch]', () => {
  test('the time to watch begins with the first playback, ends it, and another unlock begins its own', async () => {
    const { maker, filmId } = await made();
    await maker.studio.updateFilm({ ...id(), filmId, startWindowHours: 24 * 30, watchWindowHours: 5 });
    const lover = film.lover();
    const unlocked = await lover.watch.unlockFilm({ ...id(), filmId });
    expect(unlocked.access).toMatchObject({ valid: true, watchSeconds: 5 * 3_600 });
    expect(endOf(unlocked.access)).toEqual(soon(24 * 30));

    film.clock.advance(24 * HOUR_MS);
    const startedAt = film.clock.now();
    const { playbackSessionId } = await start(lover, filmId);
    const running = await accessOf(lover, filmId);
    expect(running).toMatchObject({ valid: true, watchSeconds: 0 });
    expect(endOf(running)).toEqual(soon(5));
    // A second playback starts nothing, and neither does a maker who changes the windows.
    film.clock.advance(HOUR_MS);
    await maker.studio.updateFilm({ ...id(), filmId, startWindowHours: 1, watchWindowHours: 1 });
    await start(lover, filmId);
    expect(endOf(await accessOf(lover, filmId))).toEqual(new Date(startedAt.getTime() + 5 * HOUR_MS));

    film.clock.set(new Date(startedAt.getTime() + 5 * HOUR_MS - 1));
    const beat = () => lover.watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs: 1 });
    expect((await beat()).access).toMatchObject({ valid: true });
    film.clock.advance(1);
    expect((await beat()).access).toMatchObject({ valid: false, reason: 'UNLOCK_REQUIRED', signedUrl: '' });
    const ended = await accessOf(lover, filmId);
    expect(ended).toMatchObject({ action: PrimaryAction.UNLOCK, message: 'You need to unlock this film to watch it.' });
    expect(ended?.endedAt && timestampDate(ended.endedAt)).toEqual(film.clock.now());
    const again = await lover.watch.unlockFilm({ ...id(), filmId });
    expect(again.access).toMatchObject({ valid: true, watchSeconds: 3_600 });
    expect(again.access?.endedAt).toBeUndefined();
  });

  test('who does not start in time has to unlock again', async () => {
    const { maker, filmId } = await made();
    await maker.studio.updateFilm({ ...id(), filmId, startWindowHours: 2 });
    const lover = film.lover();
    await lover.watch.unlockFilm({ ...id(), filmId });
    film.clock.advance(2 * HOUR_MS);
    await expect(start(lover, filmId)).rejects.toMatchObject({ reason: 'UNLOCK_REQUIRED' });
  });

  test('a buyer reads both before they pay, and two playbacks that begin at once begin their time once', async () => {
    const { maker, filmId } = await made();
    const windows = { startWindowHours: 72, watchWindowHours: 6 };
    await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost: PRICE, ...windows });
    const lover = film.lover();
    const { opened, paid } = await buy(lover, filmId);
    expect(opened).toMatchObject({ unlockHours: 72, watchHours: 6 });
    expect(paid.order?.watchUntil && timestampDate(paid.order.watchUntil)).toEqual(soon(72));
    await Promise.all([start(lover, filmId), start(lover, filmId)]);
    expect(endOf(await accessOf(lover, filmId))).toEqual(soon(6));
  });

  test('an order lasts as long as what it bought: of a film that goes, whose time runs past the time to start gets the money back', async () => {
    const { maker, filmId } = await made();
    const windows = { startWindowHours: 72, watchWindowHours: 6 };
    await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost: PRICE, ...windows });
    const [early, late] = [film.lover(), film.lover()];
    const [first, second] = [await buy(early, filmId), await buy(late, filmId)];
    const order = async (lover: Lover, { paid }: typeof first) =>
      (await lover.checkout.getOrder({ orderId: paid.order?.id ?? '' })).order;
    await start(early, filmId);
    expect(await order(early, first)).toMatchObject({ watchUntil: timestampFromDate(soon(6)) });
    film.clock.advance(70 * HOUR_MS);
    await start(late, filmId);
    expect(await order(late, second)).toMatchObject({ watchUntil: timestampFromDate(soon(6)) });

    await maker.studio.unpublishFilm({ ...id(), filmId });
    film.clock.advance(4 * HOUR_MS);
    await eventually(async () => (await stateOf(second)) === 'REFUNDED', 20_000);
    expect(await stateOf(first)).toBe('FULFILLED');
  }, 60_000);

  test('of two buyers whose time to start is not over, who has watched theirs gets no money back', async () => {
    const { maker, filmId } = await made();
    const windows = { startWindowHours: 72, watchWindowHours: 6 };
    await maker.studio.updateFilm({ ...id(), filmId, isFree: false, usdCost: PRICE, ...windows });
    const [early, waiting] = [film.lover(), film.lover()];
    const [first, second] = [await buy(early, filmId), await buy(waiting, filmId)];
    await start(early, filmId);
    film.clock.advance(7 * HOUR_MS);
    await maker.studio.unpublishFilm({ ...id(), filmId });
    film.clock.advance(HOUR_MS);
    await eventually(async () => (await stateOf(second)) === 'REFUNDED', 20_000);
    expect(await stateOf(first)).toBe('FULFILLED');
  }, 60_000);
});

describe('extra time and replays are granted by staff, with a reason, and taken back [WAT-15:grants] [WAT-15]', () => {
  const ask = { hours: 12, reason: 'The power went out in their street' };

  test('extra time runs from now where what somebody has still waits for its start', async () => {
    const [{ maker, filmId }, lover, staff] = [await made(), film.lover(), film.staff()];
    await maker.studio.updateFilm({ ...id(), filmId, startWindowHours: 24 * 30, watchWindowHours: 5 });
    const { accountId } = lover.viewer;
    await lover.watch.unlockFilm({ ...id(), filmId });
    const { grant } = await staff.grants.grantAccess({ ...id(), accountId, filmId, kind: 1, ...ask });
    expect(grant?.endsAt).toEqual(timestampFromDate(soon(12)));
    expect(endOf(await accessOf(lover, filmId))).toEqual(soon(12));
    // The unlock waits on, and more time is added to what runs.
    const more = await staff.grants.grantAccess({ ...id(), accountId, filmId, kind: 1, ...ask });
    expect(more.grant?.endsAt).toEqual(timestampFromDate(soon(24)));
    film.clock.advance(24 * HOUR_MS);
    expect(await accessOf(lover, filmId)).toMatchObject({ valid: true, watchSeconds: 5 * 3_600 });
  });

  test('a replay waits to be started, and then lasts for its hours', async () => {
    const [{ filmId }, lover, staff] = [await made(), film.lover(), film.staff()];
    const { accountId } = lover.viewer;
    await staff.grants.grantAccess({ ...id(), accountId, filmId, kind: 2, ...ask });
    expect(await accessOf(lover, filmId)).toMatchObject({ valid: true, watchSeconds: 12 * 3_600 });
    film.clock.advance(20 * HOUR_MS);
    const { playbackSessionId } = await start(lover, filmId);
    expect(endOf(await accessOf(lover, filmId))).toEqual(soon(12));
    // A second one does not prolong what plays: it begins with a new playback.
    await staff.grants.grantAccess({ ...id(), accountId, filmId, kind: 2, ...ask });
    film.clock.advance(12 * HOUR_MS);
    const beat = await lover.watch.heartbeat({ playbackSessionId, positionMs: 1, playedMs: 1 });
    expect(beat.access).toMatchObject({ valid: false, reason: 'WATCH_WINDOW_ENDED', action: PrimaryAction.WATCH });
    await start(lover, filmId);
    expect(endOf(await accessOf(lover, filmId))).toEqual(soon(12));
    expect((await staff.grants.listUserGrants({ accountId })).grants).toMatchObject([
      { started: true },
      { started: true },
    ]);
  });
});

test('staff set the windows of a film in the back office, with a reason in its history [WAT-15:staff]', async () => {
  const [{ filmId }, staff] = [await made(), film.staff()];
  const availableUntil = timestampFromDate(soon(1));
  const windows = { availableUntil, startWindowHours: 10, watchWindowHours: 20 };
  const reason = 'As the contract says';
  const saved = await staff.backOffice.setFilmWindows({ ...id(), filmId, ...windows, reason });
  expect(saved.film?.film).toMatchObject(windows);
  expect(saved.film?.film?.availableFrom).toBeUndefined();
  const { actions } = await staff.moderation.listFilmActions({ filmId, pageSize: 2, cursor: '' });
  expect(actions).toContainEqual(expect.objectContaining({ kind: FilmActionKind.WINDOWS_SET, reason }));
  await expect(
    staff.backOffice.setFilmWindows({ ...id(), filmId, availableFrom: availableUntil, availableUntil, reason }),
  ).rejects.toMatchObject({ fields: [{ field: 'availableUntil' }] });
});
