import type { Service } from './define-service.ts';
import type { Platform } from './platform.ts';
import { runServices } from './run-services.ts';

type Behaviour = { calls?: string[]; callsHttp?: string[]; start?: Error; drain?: Error };

/** Services that say what happens to them, in the order in which it does. */
function group(of: Record<string, Behaviour>) {
  const seen: string[] = [];
  const members = Object.entries(of).map(([name, { calls = [], callsHttp = [], ...fails }]) => {
    const service = {
      ...{ name, calls, callsHttp },
      async start(config: unknown) {
        if (fails.start) throw fails.start;
        seen.push(`start ${name} ${config}`);
        const drain = async () => {
          seen.push(`drain ${name}`);
          if (fails.drain) throw fails.drain;
        };
        return { name, rpcPort: 0, leave: () => void seen.push(`leave ${name}`), drain };
      },
    };
    return { service: service as unknown as Service, config: 'set', platform: {} as Platform };
  });
  return { members, seen };
}

test('services that others call start first and end last', async () => {
  const { members, seen } = group({ gateway: { calls: ['film'], callsHttp: ['media'] }, film: {}, media: {} });
  const running = await runServices(members);
  expect(seen).toEqual(['start film set', 'start media set', 'start gateway set']);
  expect([running.get('media')?.name, running.get('identity')]).toEqual(['media', undefined]);
  seen.length = 0;
  running.leave();
  expect(seen.sort()).toEqual(['leave film', 'leave gateway', 'leave media']);
  seen.length = 0;
  await running.drain();
  expect(seen).toEqual(['drain gateway', 'drain film', 'drain media']);
});

test('all end though one fails, and the first failure is reported', async () => {
  const { members, seen } = group({
    gateway: { calls: ['film', 'media'], drain: new Error('first') },
    film: { drain: new Error('second') },
    media: {},
  });
  const running = await runServices(members);
  seen.length = 0;
  await expect(running.drain()).rejects.toThrow('first');
  expect(seen).toEqual(['drain gateway', 'drain film', 'drain media']);
});

test('where one cannot start, none that calls it is started, and those that were are ended', async () => {
  const { members, seen } = group({
    gateway: { calls: ['film', 'media'] },
    film: { drain: new Error('not shown') },
    media: { start: new Error('no database') },
  });
  await expect(runServices(members)).rejects.toThrow('no database');
  expect(seen).toEqual(['start film set', 'drain film']);
});
