import { recordingLog } from '@marquee/testing/recording-log';
import { sweep } from './sweep.ts';

test('each row is worked on in turn, and one that fails is logged and keeps no other from it', async () => {
  const { log, lines } = recordingLog();
  const worked: string[] = [];
  const work = async (row: string) => {
    worked.push(row);
    if (row === 'b') throw new Error('no answer');
  };
  const { signal } = new AbortController();
  await sweep(['a', 'b', 'c'], work, { signal, log, failed: 'a row waits', about: (row) => ({ row }) });
  expect(worked).toEqual(['a', 'b', 'c']);
  expect(lines()).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'a row waits',
      row: 'b',
      err: expect.objectContaining({ message: 'no answer' }),
    }),
  ]);
});

test('it stops between two rows when the process ends', async () => {
  const { log, lines } = recordingLog();
  const ending = new AbortController();
  const worked: string[] = [];
  const work = async (row: string) => {
    worked.push(row);
    ending.abort(new Error('the process ends'));
  };
  const rest = { signal: ending.signal, log, failed: 'a row waits' };
  await expect(sweep(['a', 'b'], work, rest)).rejects.toThrow('the process ends');
  expect(worked).toEqual(['a']);
  expect(lines()).toEqual([]);
});
