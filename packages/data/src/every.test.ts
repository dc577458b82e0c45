import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { openDatabase } from './database.ts';
import { every } from './every.ts';

test('periodic work runs at once and again after each run, whatever fails; an absent database is not an error', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const unavailable = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  let runs = 0;
  const work = every(
    5,
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('the first run failed');
      if (runs === 2) await unavailable.query('SELECT 1');
    },
    { name: 'sweep', log },
  );
  await eventually(() => runs >= 4);
  await work.close();
  await unavailable.close();
  const ended = runs;
  // Others of the same period keep running meanwhile.
  let others = 0;
  const countUp = async () => {
    others += 1;
  };
  const other = every(5, countUp, { name: 'other', log });
  await eventually(() => others >= 4);
  await other.close();
  expect(runs).toBe(ended);
  expect(lines()).toMatchObject([{ level: 'error', loop: 'sweep', err: { message: 'the first run failed' } }]);
});

test('no two runs overlap, and the end waits for the run that it aborts', async () => {
  let running = 0;
  let runs = 0;
  const work = every(
    1,
    async (signal) => {
      running += 1;
      runs += 1;
      expect(running).toBe(1);
      await new Promise<void>((resolve) => {
        if (runs >= 3) signal.addEventListener('abort', () => resolve());
        else setTimeout(resolve, 10);
      });
      running -= 1;
    },
    { name: 'sweep', log: recordingLog().log },
  );
  await eventually(() => runs === 3);
  await work.close();
  expect([running, runs]).toEqual([0, 3]);
});

test('a wake runs the work without waiting for its period', async () => {
  let runs = 0;
  const work = every(
    600_000,
    async () => {
      runs += 1;
    },
    { name: 'sweep', log: recordingLog().log },
  );
  await eventually(() => runs === 1);
  work.wake();
  await eventually(() => runs === 2);
  await work.close();
});
