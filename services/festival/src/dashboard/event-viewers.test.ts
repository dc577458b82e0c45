import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { createEventViewers } from './event-viewers.ts';

/** Film, which answers with how often it was asked. */
function viewers() {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const { log, said } = recordingLog();
  const film = { asked: 0, timeoutMs: 0, isDown: false };
  const films = {
    countEventViewers: async (_request: unknown, options?: { timeoutMs?: number }) => {
      film.asked += 1;
      film.timeoutMs = options?.timeoutMs ?? 0;
      if (film.isDown) throw new Error('film does not answer');
      return { viewers: film.asked };
    },
  };
  type Films = Parameters<typeof createEventViewers>[0]['films'];
  return { clock, said, film, ...createEventViewers({ films: films as unknown as Films, clock, log }) };
}

test('film is asked once in ten seconds who watches the events of a dashboard, in whatever order', async () => {
  const { clock, film, count } = viewers();
  expect([await count(['a', 'b']), await count(['b', 'a']), await count(['a'])]).toEqual([1, 1, 2]);
  clock.advance(9_999);
  expect(await count(['a', 'b'])).toBe(1);
  clock.advance(1);
  expect(await count(['a', 'b'])).toBe(3);
  // A page does not wait longer for a figure.
  expect(film.timeoutMs).toBe(2_000);
});

test('nobody watches what is not running', async () => {
  const { film, count } = viewers();
  expect([await count([]), film.asked]).toEqual([0, 0]);
});

test('who watches is not known while film does not answer', async () => {
  const { said, film, count } = viewers();
  film.isDown = true;
  expect(await count(['a'])).toBeUndefined();
  expect(said()).toEqual(['film did not say who watches events']);
});

test('the answers for 200 dashboards are kept, of which the oldest makes room', async () => {
  const { clock, film, count } = viewers();
  for (let event = 0; event < 200; event += 1) await count([`${event}`]);
  clock.advance(10_000);
  // Asked again, it is the newest.
  await count(['0']);
  await count(['200']);
  film.asked = 0;
  await count(['0']);
  expect(film.asked).toBe(0);
  clock.advance(-10_000);
  await count(['2']);
  expect(film.asked).toBe(0);
  await count(['1']);
  expect(film.asked).toBe(1);
});
