import type { IdentityResources } from '../resources.ts';
import { closingLoop } from './closing-loop.ts';
import type { DataOwner } from './data-owners.ts';

const SIGNAL = new AbortController().signal;

/** Services that have so many parts of an account left to close; without a number they fail. */
function closing(owners: Record<string, number | undefined>) {
  const closed: Record<string, number> = {};
  const dataOwners = () =>
    Object.entries(owners).map(([name, parts]) => ({
      name,
      async close() {
        if (parts === undefined) throw new Error('down');
        closed[name] = (closed[name] ?? 0) + 1;
        return closed[name] <= parts;
      },
    })) as unknown as DataOwner[];
  const loop = closingLoop({ dataOwners } as unknown as IdentityResources);
  const run = () => loop.run({ accountId: 'a' } as Parameters<typeof loop.run>[0], { signal: SIGNAL } as never);
  return { closed, loop, run };
}

test('an account is closed in every service, in as many parts as it has there', async () => {
  const { closed, run } = closing({ film: 2, festival: 0, identity: 1 });
  await run();
  expect(closed).toEqual({ film: 3, festival: 1, identity: 2 });
});

test('one service that fails keeps no other from closing, except this one, which remembers', async () => {
  const { closed, run } = closing({ film: undefined, festival: 0, identity: 0 });
  await expect(run()).rejects.toThrow('film did not close an account');
  expect(closed).toEqual({ festival: 1 });
});

test('a service that never ends is given up after 100,000 parts', async () => {
  const { closed, run } = closing({ film: Number.POSITIVE_INFINITY });
  await expect(run()).rejects.toThrow('film did not close an account');
  expect(closed.film).toBe(100_002);
});

test('a closing that fails is tried again each hour for 16 days', () => {
  const delays = closing({}).loop.retryDelaysMs ?? [];
  expect(delays.at(-1)).toBe(3_600_000);
  const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000;
  expect(Math.floor(days)).toBe(16);
});
