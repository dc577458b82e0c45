import { PlayedTime } from './played-time.ts';

const play = (time: PlayedTime, from: { wall: number; position: number }, ms: number, rate = 1) => {
  for (let passed = 0; passed <= ms; passed += 250) time.tick(from.wall + passed, from.position + passed * rate, rate);
};

test('a minute of playing counts as a minute', () => {
  const time = new PlayedTime();
  play(time, { wall: 0, position: 0 }, 60_000);
  expect(time.totalMs).toBe(60_000);
});

test('paused time does not count [WAT-07:paused]', () => {
  const time = new PlayedTime();
  play(time, { wall: 0, position: 0 }, 30_000);
  time.interrupt();
  play(time, { wall: 930_000, position: 30_000 }, 30_000);
  expect(time.totalMs).toBe(60_000);
});

test('a jump in the film counts as nothing', () => {
  const time = new PlayedTime();
  play(time, { wall: 0, position: 0 }, 10_000);
  time.interrupt();
  play(time, { wall: 10_000, position: 500_000 }, 10_000);
  expect(time.totalMs).toBe(20_000);
});

test('a jump without an interrupt counts at most the time that passed', () => {
  const time = new PlayedTime();
  time.tick(0, 0, 1);
  time.tick(250, 600_000, 1);
  expect(time.totalMs).toBe(250);
});

test('a laptop that slept while the film stood still adds nothing', () => {
  const time = new PlayedTime();
  time.tick(0, 0, 1);
  time.tick(3_600_000, 400, 1);
  expect(time.totalMs).toBe(400);
});

test('double speed does not count double', () => {
  const time = new PlayedTime();
  play(time, { wall: 0, position: 0 }, 30_000, 2);
  expect(time.totalMs).toBe(30_000);
});

test('a picture that stands counts as nothing', () => {
  const time = new PlayedTime();
  time.tick(0, 0, 1);
  time.tick(250, 250, 0);
  expect(time.totalMs).toBe(0);
  time.tick(500, 500, 1);
  expect(time.totalMs).toBe(250);
});
