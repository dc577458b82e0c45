import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PlaySource } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService, type Maker } from '../testing/film-service.ts';
import * as plays from './plays.ts';

const DAY_MS = 86_400_000;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
const range = { fromDay: '2026-11-01', toDay: '2026-12-31' };

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test', PLATFORM_FEE_BASIS_POINTS: 2_550 });
});

type Client = { userAgent: string; place: { country: string } };

async function buy(filmId: string, client?: Client) {
  const buyer = film.as(film.lover().viewer, client && { clientInfoBytes: encodeClientInfo(client) });
  const { order } = await buyer.checkout.openOrder({ orderId: newId(), filmId, price: 499n });
  await buyer.checkout.confirmTestPayment({ orderId: order?.id ?? '', ...card });
  return { buyer, orderId: order?.id ?? '' };
}

/** Buys the film and plays it for so long, as a browser that sends its position every now and then. */
async function watch(filmId: string, { playedMs, source, client }: { playedMs: number } & Partial<Play>) {
  const { buyer, orderId } = await buy(filmId, client);
  const { playbackSessionId } = await buyer.watch.startPlayback({ requestId: newId(), filmId, source });
  film.clock.advance(playedMs);
  await buyer.watch.heartbeat({ playbackSessionId, positionMs: playedMs, playedMs });
  await eventually(async () => {
    const text = 'SELECT played_ms FROM playback_sessions WHERE id = $1';
    expect(await film.db.query(text, [playbackSessionId])).toMatchObject([{ playedMs }]);
  });
  await buyer.watch.markView({ playbackSessionId, playedMs });
  return orderId;
}
type Play = { source: PlaySource; client: Client };

const summed = () =>
  eventually(async () => expect(await film.db.query('SELECT 1 FROM play_deltas LIMIT 1')).toEqual([]));

async function watchedFilm(maker: Maker) {
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: 499n });
  const inPorto = { userAgent: PHONE, place: { country: 'PT' } };
  const inParis = { userAgent: DESK, place: { country: 'FR' } };
  await watch(filmId, { playedMs: 90_700, source: PlaySource.HOME, client: inPorto });
  const back = await watch(filmId, { playedMs: 61_600, source: PlaySource.EXTERNAL, client: inParis });
  await watch(filmId, { playedMs: 3_900 });
  film.clock.advance(DAY_MS);
  await watch(filmId, { playedMs: 75_900, source: PlaySource.SEARCH, client: inParis });
  await film.staff().sales.refundOrder({ requestId: newId(), orderId: back, reason: 'Asked for by mail' });
  await summed();
  return filmId;
}

test('views, time, curve, countries, devices, sources and earnings by day agree with each other and the ledger [STU-13]', async () => {
  const maker = film.maker();
  const filmId = await watchedFilm(maker);
  const stats = await maker.statistics.getFilmPlays({ filmId, ...range });
  const { totals } = stats;
  expect(totals).toMatchObject({ starts: 4n, views: 3n, playedMs: 232_100n, playedSeconds: 232n });

  const { days, countries, devices, sources } = stats;
  const add = (parts: { counts?: Partial<Record<'starts' | 'views' | 'playedMs', bigint>> | undefined }[]) => {
    const sum = (key: 'starts' | 'views' | 'playedMs') =>
      parts.reduce((total, { counts }) => total + (counts?.[key] ?? 0n), 0n);
    return { starts: sum('starts'), views: sum('views'), playedMs: sum('playedMs') };
  };
  for (const parts of [days, countries, devices, sources]) expect(totals).toMatchObject(add(parts));
  for (const day of days) expect(day.counts).toMatchObject(add(day.sources));
  expect(countries.map(({ value }) => value).sort()).toEqual(['', 'FR', 'PT']);
  expect(devices.map(({ value }) => value).sort()).toEqual(['', 'COMPUTER', 'PHONE']);

  // By second: every play began, and nobody reaches a later second without the one before it.
  expect(stats.reached[0]).toBe(totals?.starts);
  expect([3, 4, 61, 62, 75, 76, 90].map((second) => stats.reached[second])).toEqual([4n, 3n, 3n, 2n, 2n, 1n, 1n]);
  expect(stats.reached.every((count, second) => second === 0 || count <= (stats.reached[second - 1] ?? 0n))).toBe(true);

  // Other screens count the same.
  const shown = await film.staff().backOffice.getFilmStatistics({ filmId });
  expect([shown.views?.counted, shown.playedSeconds?.counted]).toEqual([totals?.views, totals?.playedSeconds]);
  expect((await film.visitor().catalogue.getFilm({ filmId })).film?.counters?.viewCount).toBe(totals?.views);

  // What was earned is the ledger's, to the cent: by day, in the statement and on the account.
  const earned = (await maker.earnings.listEarningDays({ filmId, ...range })).days;
  expect(earned.map(({ day, totals: of }) => [day, of?.earnings])).toEqual([
    ['2026-11-20', 3n * 372n],
    ['2026-11-21', 0n],
  ]);
  const sum = earned.reduce((total, { totals: of }) => total + (of?.earnings ?? 0n), 0n);
  const { closing, lines } = await maker.earnings.getStatement({ year: 2026, quarter: 4 });
  expect(lines.reduce((total, { amount }) => total + amount, 0n)).toBe(sum);
  const owner = maker.viewer.accountId;
  const account = await accounts.find(film.db, { kind: 'EARNINGS', owner, unit: 'USD' });
  expect([closing, (await accounts.balance(film.db, account ?? '')).posted]).toEqual([sum, sum]);
});

test('figures name the time until which all is counted, also while something waits to be summed [STU-13:fresh]', async () => {
  const maker = film.maker();
  const filmId = await watchedFilm(maker);
  const ask = () => maker.statistics.getFilmPlays({ filmId, ...range });
  const until = ({ countedUntil }: Awaited<ReturnType<typeof ask>>) => countedUntil && timestampDate(countedUntil);
  expect(until(await ask())).toEqual(film.clock.now());

  const madeAt = film.clock.now();
  const start = { filmId, startedAt: madeAt, country: 'PT', device: 'TV', source: 'HOME' };
  film.clock.advance(3_600_000);
  const [locked, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = film.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE film_days, film_curves IN EXCLUSIVE MODE');
    locked.resolve();
    await asked.promise;
  });
  try {
    // While the other transaction holds the sums, nothing is added to them.
    await locked.promise;
    await film.db.transaction((tx) => plays.addStart(tx, start));
    const waiting = await ask();
    expect([waiting.totals?.starts, until(waiting)]).toEqual([4n, madeAt]);
  } finally {
    asked.resolve();
    await holding;
  }
  await summed();
  const after = await ask();
  expect(after.totals?.starts).toBe(5n);
  expect(until(after)).toEqual(film.clock.now());
});
