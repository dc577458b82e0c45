import { StatementLineKind } from '@marquee/contracts/film/v1/earnings_pb';
import { newId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { platformFeePercent } from '@marquee/rules/declared-settings';
import type { Settings } from '@marquee/service/settings-reader';
import { feeOf } from '../checkout/fee.ts';
import { filmConfig } from '../config.ts';
import { type FilmHarness, filmService, type Maker, testKeys } from '../testing/film-service.ts';
import { listEarningDays, listEarningDaysSchema } from './list-earning-days.ts';

const DAY_MS = 86_400_000;
const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test', PLATFORM_FEE_BASIS_POINTS: 2_550 });
});

async function pricedFilm(maker: Maker, usdCost: bigint, filmTitle = 'Salt'): Promise<string> {
  const filmId = await film.releasedFilm(maker, { filmTitle });
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost });
  return filmId;
}
async function buy(filmId: string, price: bigint): Promise<string> {
  const buyer = film.lover();
  const { order } = await buyer.checkout.openOrder({ orderId: newId(), filmId, price });
  await buyer.checkout.confirmTestPayment({ orderId: order?.id ?? '', ...card });
  return order?.id ?? '';
}
const refund = (orderId: string) =>
  film.staff().sales.refundOrder({ requestId: newId(), orderId, reason: 'Asked for by mail' });
async function inLedger(maker: Maker): Promise<bigint> {
  const owner = maker.viewer.accountId;
  const id = await accounts.find(film.db, { kind: 'EARNINGS', owner, unit: 'USD' });
  return (await accounts.balance(film.db, id ?? '')).posted;
}
/** Every line of a quarter, two a page. */
async function statement(maker: Maker, year: number, quarter: number) {
  const first = await maker.earnings.getStatement({ year, quarter, pageSize: 2 });
  const { lines } = first;
  for (let { nextCursor: cursor } = first; cursor !== ''; ) {
    const next = await maker.earnings.getStatement({ year, quarter, pageSize: 2, cursor });
    lines.push(...next.lines);
    cursor = next.nextCursor;
  }
  return { ...first, lines };
}

test('a maker sees what sales brought, by film and by day, and what refunds took back [STU-09:earnings] [ENT-13:earnings]', async () => {
  const maker = film.maker();
  expect(await maker.earnings.getEarnings({})).toMatchObject({ earnings: 0n, available: 0n, feeBasisPoints: 2_550 });
  const salt = await pricedFilm(maker, 499n);
  const light = await pricedFilm(maker, 1_000n, 'Light');
  await buy(salt, 499n);
  await buy(light, 1_000n);
  const back = await buy(salt, 499n);
  film.clock.advance(DAY_MS);
  await refund(back);
  await buy(await pricedFilm(film.maker(), 700n), 700n);

  // 25.5 % of 4.99 are 1.27, of 10.00 are 2.55.
  expect(await maker.earnings.getEarnings({})).toMatchObject({
    ...{ earnings: 372n + 745n, eoFee: 127n + 255n, currencySymbol: '$', currency: 'USD' },
    ...{ available: 1_117n, onTheWay: 0n, paidOut: 0n, heldForRefunds: 0n },
  });
  expect(await inLedger(maker)).toBe(1_117n);
  const films = await maker.earnings.listFilmEarnings({ pageSize: 1 });
  const rest = await maker.earnings.listFilmEarnings({ pageSize: 1, cursor: films.nextCursor });
  expect([...films.films, ...rest.films]).toMatchObject([
    { filmId: light, filmTitle: 'Light', totals: { sales: 1n, refunds: 0n, earnings: 745n, eoFee: 255n } },
    { filmId: salt, filmTitle: 'Salt', totals: { sales: 2n, refunds: 1n, earnings: 372n, eoFee: 127n } },
  ]);
  expect(rest.nextCursor).toBe('');
  const range = { fromDay: '2026-11-20', toDay: '2026-11-21' };
  expect((await maker.earnings.listEarningDays(range)).days).toMatchObject([
    { day: '2026-11-20', totals: { sales: 3n, refunds: 0n, earnings: 1_489n, eoFee: 509n } },
    { day: '2026-11-21', totals: { sales: 0n, refunds: 1n, earnings: -372n, eoFee: -127n } },
  ]);
  const ofLight = await maker.earnings.listEarningDays({ ...range, filmId: light });
  expect(ofLight.days).toMatchObject([{ day: '2026-11-20', totals: { sales: 1n, earnings: 745n } }]);
  // Nor does a role that does not moderate films.
  const support = { ...film.staff().viewer, roles: ['SUPPORT' as never] };
  const asked = listEarningDaysSchema.parse({ ...range, filmId: light });
  expect(await listEarningDays({ db: film.db }, support, asked)).toEqual([]);
  // Staff see what its maker earned by a film that they look at, and nothing of others.
  expect((await film.staff().earnings.listEarningDays({ ...range, filmId: light })).days).toEqual(ofLight.days);
  expect((await film.staff().earnings.listEarningDays(range)).days).toEqual([]);
  // Somebody else's film shows them nothing of it.
  expect((await film.maker().earnings.listEarningDays({ ...range, filmId: light })).days).toEqual([]);
  await expect(maker.earnings.listEarningDays({ fromDay: '2026-11-21', toDay: '2026-11-20' })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
  });
});

test('the lines of a quarter add up to the ledger’s sum [STU-09:statements] [STU-13:statements]', async () => {
  const maker = film.maker();
  const filmId = await pricedFilm(maker, 499n);
  await buy(filmId, 499n);
  const back = await buy(filmId, 499n);
  // Into the first quarter of 2027.
  film.clock.advance(60 * DAY_MS);
  await refund(back).catch(() => undefined);
  await buy(filmId, 499n);

  const [last, first] = [await statement(maker, 2026, 4), await statement(maker, 2027, 1)];
  const sum = ({ lines }: typeof last) => lines.reduce((total, { amount }) => total + amount, 0n);
  expect(last.lines.map(({ kind }) => kind)).toEqual([StatementLineKind.SALE, StatementLineKind.SALE]);
  expect(first.lines.map(({ kind, filmTitle }) => [kind, filmTitle])).toEqual([
    [StatementLineKind.REFUND, 'Salt'],
    [StatementLineKind.SALE, 'Salt'],
  ]);
  expect([last.opening, last.closing, first.opening]).toEqual([0n, 744n, 744n]);
  for (const one of [last, first]) expect(one.opening + sum(one)).toBe(one.closing);
  expect(first.closing).toBe(await inLedger(maker));
  expect(first.totals).toMatchObject({ sales: 1n, refunds: 1n, earnings: 0n, eoFee: 0n });
  expect(await statement(film.maker(), 2027, 1)).toMatchObject({ lines: [], opening: 0n, closing: 0n });
  await expect(maker.earnings.getStatement({ year: 2026, quarter: 5 })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
  });
});

test('staff see what a film was sold for, who bought it, and the sum [ADF-02:sales]', async () => {
  const filmId = await pricedFilm(film.maker(), 499n);
  const [kept, back] = [await buy(filmId, 499n), await buy(filmId, 499n)];
  await refund(back);
  const { sales } = film.staff();
  const page = await sales.listFilmSales({ filmId, pageSize: 1 });
  const rest = await sales.listFilmSales({ filmId, pageSize: 1, cursor: page.nextCursor });
  expect(new Set([...page.sales, ...rest.sales].map(({ order }) => order?.id))).toEqual(new Set([kept, back]));
  expect(page).toMatchObject({ sold: 1n, soldFee: 127n, soldAmount: 499n, refunded: 499n });
  expect(page.sales[0]).toMatchObject({ fee: 127n, order: { amount: 499n, filmTitle: 'Salt' } });
});

test('the platform’s fee is what staff have set, or else the configuration’s, to the nearest cent [STU-09:fee]', () => {
  const config = filmConfig.parse({ ...testKeys, PLATFORM_FEE_BASIS_POINTS: 2_000 });
  const set = (percent: number | undefined): Settings =>
    ({ get: (setting: unknown, fallback: number) => (setting === platformFeePercent && percent) || fallback }) as never;
  expect(feeOf({ config, settings: set(undefined) }, 499n)).toBe(100n);
  expect(feeOf({ config, settings: set(12.5) }, 499n)).toBe(62n);
});
