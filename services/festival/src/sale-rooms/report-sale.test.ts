import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import type { FestivalResources } from '../resources.ts';
import { reportSale } from './report-sale.ts';
import * as saleRooms from './sale-rooms.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const ago = (ms: number) => new Date(new Date(NOW).getTime() - ms);

/** A report of a sale that opens then, and with what values its statements were sent. */
async function report({ opensAt, since, share = 1 }: { opensAt: Date | null; since?: Date; share?: number }) {
  const sent: Record<string, unknown[]> = {};
  const query = async ({ name, values }: { name: string; values: unknown[] }) => {
    sent[name] = values;
    if (name === 'sale-rooms.find') return [{ eventId: 'e', seed: Buffer.alloc(0), opensAt }];
    return name === 'sale-rooms.ordered' ? [{ accountId: 'a' }] : [{ free: 3, held: 1 }];
  };
  const resources = {
    db: { query },
    clock: fixedClock(NOW),
    config: { SALE_ADMISSIONS_PER_SECOND: 8 },
    loopShare: () => share,
  };
  const eventId = newId();
  return {
    sent,
    sale: await reportSale(resources as unknown as FestivalResources, viewers.service('gateway'), { eventId, since }),
  };
}

test('who has ordered is named since a time, which is ten minutes ago at the most', async () => {
  const opensAt = ago(3_600_000);
  for (const [since, asked] of [
    [ago(599_999), ago(599_999)],
    [ago(600_001), ago(600_000)],
  ] as const) {
    const { sent, sale } = await report({ opensAt, since });
    expect(sent['sale-rooms.ordered']?.[1]).toEqual(asked);
    expect(sale).toMatchObject({ ordered: ['a'], free: 3, held: 1 });
  }
  expect((await report({ opensAt })).sale?.ordered).toEqual([]);
});

test('before the hour a sale is reported as it opens, and nobody has ordered', async () => {
  const opensAt = ago(-1);
  const { sent, sale } = await report({ opensAt, since: ago(1_000) });
  expect([sale?.ordered, sent['sale-rooms.units']?.[1]]).toEqual([[], opensAt]);
  expect((await report({ opensAt: ago(0) })).sent['sale-rooms.units']?.[1]).toEqual(new Date(NOW));
});

test('there is no sale while nothing is to be sold', async () => {
  expect((await report({ opensAt: null })).sale).toBeUndefined();
});

test('a process with less time admits fewer', async () => {
  const opensAt = ago(1_000);
  expect((await report({ opensAt })).sale?.rate).toBe(8);
  expect((await report({ opensAt, share: 0.25 })).sale?.rate).toBe(2);
});

test('a waiting room draws its order from 32 bytes', async () => {
  const seeds: Uint8Array[] = [];
  const tx = { query: async (_text: string, [, seed]: [string, Uint8Array]) => void seeds.push(seed) } as unknown as Tx;
  for (const id of ['one', 'other']) await saleRooms.insert(tx, id, new Date(NOW));
  const [one, other] = seeds.map((seed) => Buffer.from(seed).toString('hex'));
  expect([one?.length, one === other]).toEqual([64, false]);
});
