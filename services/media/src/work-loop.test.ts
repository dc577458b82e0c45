import { openDatabase } from '@marquee/data/database';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { startWorkLoop } from './work-loop.ts';

test('work that cannot be asked for because the database is away fails quietly, and anything else aloud', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  atEnd(() => db.close());
  let asked = 0;
  const claim = async () => {
    asked += 1;
    if (asked <= 2) await db.query('SELECT 1');
    throw new Error('something else');
  };
  const loop = startWorkLoop({ name: 'test', concurrency: 1, claim, run: async () => {}, log });
  await eventually(() => lines().length > 0);
  await loop.close();
  expect(asked).toBe(3);
  expect(lines()).toMatchObject([{ level: 'error', worker: 'test', err: { message: 'something else' } }]);
});
