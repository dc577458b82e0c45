import { Follow, LOOK_EVERY_MS } from './follow.ts';

/** A player that needs 400 ms for each jump, beside a target that moves with the clock from `aheadS` before it. */
function playing(aheadS: number) {
  const state = { now: 0, position: 100, rate: 1, busyUntil: 0, jumps: 0, isStalled: false };
  const target = () => 100 + aheadS + state.now / 1_000;
  const follow = new Follow(
    {
      position: () => state.position,
      isPlaying: () => !state.isStalled && state.now >= state.busyUntil,
      isStalled: () => state.isStalled,
      rate: () => state.rate,
      pace: (rate) => {
        state.rate = rate;
      },
      jump: (second) => {
        state.position = second;
        state.jumps += 1;
        state.busyUntil = state.now + 400;
      },
    },
    target,
    () => state.now,
  );
  return {
    state,
    behindS: () => target() - state.position,
    pass(seconds: number) {
      for (let passed = 0; passed < seconds * 1_000; passed += LOOK_EVERY_MS) {
        follow.look();
        const from = Math.max(state.now, state.busyUntil);
        state.now += LOOK_EVERY_MS;
        if (!state.isStalled && state.now > from) state.position += ((state.now - from) / 1_000) * state.rate;
      }
    },
  };
}

test.each([0.1, 0.4, 0.9, -0.3, -0.9])(
  'what is %d s behind gets in step by its speed alone, and then plays at its own [WAT-13:step]',
  (aheadS) => {
    const { state, behindS, pass } = playing(aheadS);
    pass(20);
    expect(Math.abs(behindS())).toBeLessThan(0.06);
    pass(5);
    expect(Math.abs(behindS())).toBeLessThan(0.06);
    expect(state).toMatchObject({ rate: 1, jumps: 0 });
  },
);

test.each([1.5, 900, -40])('what is %d s behind jumps once, and is in step soon after [WAT-13:late]', (aheadS) => {
  const { state, behindS, pass } = playing(aheadS);
  pass(15);
  expect(state.jumps).toBe(1);
  expect(Math.abs(behindS())).toBeLessThan(0.06);
});

test('how long a jump takes is learned from the jumps before [WAT-13:late]', () => {
  const { state, behindS, pass } = playing(50);
  const apart: number[] = [];
  for (let jump = 0; jump < 6; jump++) {
    state.position -= 60;
    pass(2.25);
    apart.push(Math.abs(behindS()));
    pass(20);
  }
  expect(apart.at(-1)).toBeLessThan(apart[0] as number);
});

test('after a stall it catches up by its speed; a jump would only wait again [WAT-13:stall]', () => {
  const { state, behindS, pass } = playing(0);
  pass(5);
  state.isStalled = true;
  pass(2);
  state.isStalled = false;
  pass(1);
  expect(state.rate).toBeGreaterThan(1);
  pass(30);
  expect(state).toMatchObject({ rate: 1, jumps: 0 });
  expect(Math.abs(behindS())).toBeLessThan(0.06);
});

test('what is paused is left alone', () => {
  const { state, pass } = playing(30);
  state.busyUntil = Number.POSITIVE_INFINITY;
  pass(10);
  expect(state).toMatchObject({ rate: 1, jumps: 0 });
});

test('a jump has a second and a half to settle before another one', () => {
  const { state, pass } = playing(50);
  pass(0.25);
  expect(state.jumps).toBe(1);
  state.position -= 60;
  pass(1.25);
  expect(state.jumps).toBe(1);
  pass(0.25);
  expect(state.jumps).toBe(2);
});

test('a stall is over after fifteen seconds: what is far behind then jumps again', () => {
  const { state, pass } = playing(0);
  pass(5);
  state.isStalled = true;
  pass(0.5);
  state.isStalled = false;
  pass(14);
  state.position -= 2;
  pass(0.25);
  expect(state.jumps).toBe(0);
  pass(2);
  expect(state.jumps).toBe(1);
});
