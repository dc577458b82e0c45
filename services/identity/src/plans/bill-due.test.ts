import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import type { IdentityResources } from '../resources.ts';
import { billDue } from './bill-due.ts';
import { endDeadRenewal } from './cancel-plan.ts';
import { sendPlanRefund } from './refund-plan-order.ts';
import type { Sales } from './sales.ts';

const clock = fixedClock('2026-11-20T12:00:00.000Z');

test('a process takes twenty plans that are due, each for two minutes', async () => {
  const claims: unknown[][] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    claims.push(values);
    return [];
  };
  const resources = { db: { query }, clock, log: recordingLog().log } as unknown as IdentityResources;
  await billDue(resources, {} as Sales, new AbortController().signal);
  const inTwoMinutes = new Date(clock.now().getTime() + 120_000);
  expect(claims).toEqual([expect.arrayContaining([clock.now(), inTwoMinutes, 20])]);
});

describe('what the payment provider does not answer is logged and done later', () => {
  const down = () => Promise.reject(new Error('The provider does not answer.'));
  const resources = () => {
    const { log, said } = recordingLog();
    const query = jest.fn(down);
    const sales = { desk: { sendRefund: down } };
    return { said, query, resources: { db: { query }, sales, clock, log } as unknown as IdentityResources };
  };

  test('a refund', async () => {
    const { said, resources: at } = resources();
    expect(await sendPlanRefund(at, 'an order', undefined)).toBeUndefined();
    expect(said()).toEqual(['a refund waits for the payment provider']);
  });

  test('the order of a plan that has ended, and of no other', async () => {
    const { said, query, resources: at } = resources();
    const subscription = { state: 'ACTIVE', accountId: 'a' } as never;
    for (const view of [undefined, { subscription }]) await endDeadRenewal(at, view);
    await endDeadRenewal({ ...at, sales: undefined }, { subscription: { state: 'NONE', accountId: 'a' } as never });
    expect([query.mock.calls.length, said()]).toEqual([0, []]);
    await endDeadRenewal(at, { subscription: { state: 'NONE', accountId: 'a' } as never });
    expect(said()).toEqual(['the order of a plan that has ended could not be cancelled']);
  });
});
