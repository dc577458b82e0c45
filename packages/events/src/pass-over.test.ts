import { recordingLog } from '@marquee/testing/recording-log';
import { type Delivery, TAIL_TRIES } from './bus.ts';
import { passOver } from './pass-over.ts';

const delivery = (position: string) => ({ topic: 'film', position, type: 'FilmPublished', id: 'event' }) as Delivery;

/** A handler that fails while it is broken, and how often one position was thrown and not skipped. */
function passing() {
  const { log, lines } = recordingLog();
  const state = { isBroken: true };
  const taking = passOver(async () => {
    if (state.isBroken) throw new Error('cannot be handled');
  }, log);
  const deliver = (position = '1', signal = new AbortController().signal) =>
    taking(delivery(position), signal).then(
      () => 'taken',
      () => 'failed',
    );
  const failAllButOnce = async () => {
    for (let tries = 1; tries < TAIL_TRIES; tries += 1) expect(await deliver()).toBe('failed');
  };
  return { state, lines, deliver, failAllButOnce };
}

test('a message that keeps failing is skipped and reported; delivered again, it has all its tries again', async () => {
  const { lines, deliver, failAllButOnce } = passing();
  await failAllButOnce();
  expect(await deliver('2')).toBe('failed');
  expect(lines()).toEqual([]);
  expect(await deliver()).toBe('taken');
  expect(lines()).toMatchObject([{ level: 'error', topic: 'film', position: '1', type: 'FilmPublished' }]);
  await failAllButOnce();
});

test('failures before a success do not count', async () => {
  const { state, deliver, failAllButOnce } = passing();
  await failAllButOnce();
  state.isBroken = false;
  expect(await deliver()).toBe('taken');
  state.isBroken = true;
  await failAllButOnce();
});

test('a message that failed because its reader closes is not skipped', async () => {
  const { lines, deliver, failAllButOnce } = passing();
  await failAllButOnce();
  expect(await deliver('1', AbortSignal.abort())).toBe('failed');
  expect(lines()).toEqual([]);
});
