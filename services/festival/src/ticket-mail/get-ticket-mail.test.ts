import { newId } from '@marquee/data/ids';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import { passesBusy } from '../passes/pass-errors.ts';
import type { FestivalResources } from '../resources.ts';
import { getTicketMail } from './get-ticket-mail.ts';

const START = '2026-11-20T12:00:00.000Z';

/** The mail of an order of so many tickets, whose passes are made so. */
function mailOf({ tickets, make }: { tickets: number; make?: (facts: readonly unknown[]) => Promise<Uint8Array[]> }) {
  const clock = fixedClock(START);
  const { log, said } = recordingLog();
  const [orderId, createdAt] = [newId(), new Date(START)];
  const rows = Array.from({ length: tickets }, (_, n) => ({
    ...{ id: `ticket ${n}`, eventId: 'e', holderId: 'buyer', valid: true, generation: 1, createdAt },
  }));
  const answers: Record<string, object[]> = {
    'ticket-orders.find': [{ accountId: 'buyer', amount: 1n, createdAt }],
    'user-tickets.of-order': rows,
    'user-tickets.by-ids': rows,
    'ticket-events.list': [{ id: 'e', status: 'PUBLISHED', startTime: createdAt }],
  };
  const resources = {
    ...{ db: { query: async ({ name }: { name: string }) => answers[name] ?? [] }, clock, log },
    ticketCodes: { codeOf: () => 'code' },
    passes: { apple: make && { isReady: () => true, make } },
  } as unknown as FestivalResources;
  return {
    clock,
    said,
    read: () => getTicketMail(resources, viewers.service('notification'), { orderId, giftId: '' }),
  };
}

test('a mail has up to fifty tickets of an order, and passes of the first ten', async () => {
  const mail = await mailOf({ tickets: 51, make: async (facts) => facts.map(() => new Uint8Array(1)) }).read();
  expect([mail.tickets.length, mail.count]).toEqual([50, 51]);
  expect(mail.tickets.filter(({ applePass }) => applePass.length > 0)).toHaveLength(10);
});

test('a mail waits ten minutes for its passes where many are made, and then goes without', async () => {
  const { clock, said, read } = mailOf({ tickets: 1, make: () => Promise.reject(passesBusy()) });
  clock.advance(600_000);
  await expect(read()).rejects.toMatchObject({ reason: 'PASSES_BUSY' });
  expect(said()).toEqual([]);
  clock.advance(1);
  expect((await read()).tickets).toMatchObject([{ code: 'code', applePass: new Uint8Array() }]);
  expect(said()).toEqual(['tickets are mailed without passes for wallets']);
});

test('a mail does not wait where no pass can be made', async () => {
  const { said, read } = mailOf({ tickets: 1, make: () => Promise.reject(new Error('a broken certificate')) });
  expect((await read()).tickets).toHaveLength(1);
  expect(said()).toEqual(['tickets are mailed without passes for wallets']);
});
