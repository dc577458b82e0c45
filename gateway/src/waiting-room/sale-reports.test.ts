import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { createClient, createRouterTransport } from '@connectrpc/connect';
import { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import type { AdmitStep, RoomLoad } from '@marquee/runtime/waiting-rooms';
import { saleReports } from './sale-reports.ts';

const START = Date.UTC(2026, 5, 1, 12);
const LOAD: RoomLoad = { waiting: 3, inside: 1, admittedLastMinute: 2, restoringUntil: undefined };

function reports(
  opensInS: number | undefined,
  { free = 50, fails = () => false, share = 1 }: { free?: number; fails?: () => boolean; share?: number } = {},
) {
  const opensAt = opensInS === undefined ? undefined : timestampFromDate(new Date(START + opensInS * 1_000));
  const steps: AdmitStep[] = [];
  /** How long before each question the orders begin that it asks about, in s. */
  const looksBack: number[] = [];
  let now = START;
  const transport = createRouterTransport(({ service }) =>
    service(SaleRoomService, {
      reportSale: ({ since }) => {
        looksBack.push((now - (since ? timestampDate(since).getTime() : 0)) / 1_000);
        if (fails()) throw new Error('festival is unavailable');
        const sale = { seed: 'ab', free, held: 4, rate: 7, orderedAccountIds: ['bought'] };
        return opensAt ? { opensAt, ...sale } : sale;
      },
    }),
  );
  const of = saleReports({
    festival: createClient(SaleRoomService, transport),
    rooms: {
      enter: () => Promise.reject(new Error('not entered here')),
      leave: () => Promise.reject(new Error('not left here')),
      admit: async (_, step) => {
        steps.push(step);
        return LOAD;
      },
    },
    clock: { now: () => new Date(now) },
    loopShare: () => share,
  });
  return { of, steps, looksBack, later: (ms: number) => (now += ms) };
}

test('however many wait for an event, festival is asked about it once a second', async () => {
  const { of, looksBack, later } = reports(0);
  const [one, other] = await Promise.all([of('e1'), of('e1')]);
  expect(one).toBe(other);
  later(999);
  expect(await of('e1')).toBe(one);
  expect(looksBack).toHaveLength(1);
  later(1);
  await of('e1');
  expect(looksBack).toHaveLength(2);
  await of('e2');
  expect(looksBack).toHaveLength(3);
});

test('each report continues five seconds before the last one that came, so that no order falls between two', async () => {
  let isOffline = false;
  const { of, looksBack, later } = reports(0, { fails: () => isOffline });
  await of('e1');
  later(2_000);
  await of('e1');
  isOffline = true;
  later(2_000);
  await expect(of('e1')).rejects.toThrow();
  isOffline = false;
  // A question that failed is asked again at once, from where the last answer was.
  await of('e1');
  // At first, for as long as an admission lasts.
  expect(looksBack).toEqual([300, 7, 7, 7]);
});

test('an open sale admits at the rate of festival, as many as there are tickets and no more than 2,000', async () => {
  const few = reports(-10);
  expect(await few.of('e1')).toEqual({
    ...{ opensAt: new Date(START - 10_000), seed: 'ab', free: 50, held: 4, rate: 7 },
    load: LOAD,
  });
  expect(few.steps).toEqual([{ now: new Date(START), ordered: ['bought'], lifeMs: 300_000, rate: 7, insideMax: 50 }]);
  const many = reports(-10, { free: 9_000 });
  await many.of('e1');
  expect(many.steps).toMatchObject([{ rate: 7, insideMax: 2_000 }]);
});

test('a gateway with less time admits fewer and says so', async () => {
  const { of, steps } = reports(-10, { share: 0.5 });
  expect(await of('e1')).toMatchObject({ rate: 3.5 });
  expect(steps).toMatchObject([{ rate: 3.5 }]);
});

test('somebody is admitted each second on a machine that is never quiet', async () => {
  const { of, steps } = reports(0, { share: 0.01 });
  await of('e1');
  expect(steps).toMatchObject([{ rate: 1 }]);
});

test('a sale begins with a quarter of its rate and has all of it after ten seconds', async () => {
  const { of, steps, later } = reports(0);
  await of('e1');
  later(5_000);
  expect(await of('e1')).toMatchObject({ rate: 7 });
  later(5_000);
  await of('e1');
  later(5_000);
  await of('e1');
  expect(steps.map(({ rate }) => rate)).toEqual([7 * 0.25, 7 * 0.625, 7, 7]);
});

test('nobody is admitted before the hour', async () => {
  const { of, steps, later } = reports(1);
  await of('e1');
  later(1_000);
  await of('e1');
  expect(steps).toMatchObject([
    { rate: 0, insideMax: 0 },
    { rate: 7 * 0.25, insideMax: 50 },
  ]);
});

test('an event without a waiting room admits nobody', async () => {
  const { of, steps } = reports(undefined);
  expect(await of('e1')).toBeUndefined();
  expect(steps).toEqual([]);
});
