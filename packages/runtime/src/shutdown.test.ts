import { silentLog } from '@marquee/testing/silent-log';
import { createShutdown } from './shutdown.ts';

test('parts end in reverse order, once, even when one fails', async () => {
  const ended: string[] = [];
  const shutdown = createShutdown(silentLog);
  shutdown.onShutdown('database', () => void ended.push('database'));
  shutdown.onShutdown('broken', () => {
    throw new Error('no');
  });
  shutdown.onShutdown('server', async () => void ended.push('server'));
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([false, false]);
  expect(ended).toEqual(['server', 'database']);
  expect(await createShutdown(silentLog).run()).toBe(true);
});
