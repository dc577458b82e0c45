import { eventually } from '@marquee/testing/eventually';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabase } from '@marquee/testing/test-database';
import { openJobs } from './jobs.ts';

let closeJobs = async () => {};

afterAll(() => closeJobs());

test('a job runs once its cause has committed, is tried again when it fails, and not without its cause', async () => {
  const db = await testDatabase('data');
  const jobs = await openJobs({ db, queues: [{ name: 'greet', retryDelayS: 0 }], log: silentLog });
  closeJobs = jobs.close;
  const seen: string[] = [];
  await jobs.work<{ name: string }>(
    'greet',
    async ({ name }) => {
      seen.push(name);
      if (seen.length === 1) throw new Error('not yet');
    },
    { pollS: 0.5 },
  );
  const undone = db.transaction(async (tx) => {
    await jobs.send('greet', { name: 'nobody' }, { tx });
    throw new Error('no cause');
  });
  await expect(undone).rejects.toThrow('no cause');
  await db.transaction((tx) => jobs.send('greet', { name: 'ada' }, { tx }));
  await eventually(() => seen.length >= 2);
  expect(seen).toEqual(['ada', 'ada']);
});
