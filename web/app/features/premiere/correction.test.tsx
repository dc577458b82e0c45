import { type Correction, correctionOf } from './correction.ts';

const NOTHING: Correction = { do: 'nothing' };
const JUMP: Correction = { do: 'jump' };
const pace = (rate: number): Correction => ({ do: 'pace', rate });

test.each<[string, number, { correcting?: boolean; stalled?: boolean }, Correction]>([
  ['in step', 0, {}, NOTHING],
  ['behind by less than anybody sees', 0.05, {}, NOTHING],
  ['ahead by less than anybody sees', -0.05, {}, NOTHING],
  ['a little behind', 0.1, {}, pace(1.04)],
  ['a little ahead', -0.1, {}, pace(0.96)],
  ['behind', 0.5, {}, pace(1.1)],
  ['ahead', -0.5, {}, pace(0.9)],
  ['just below a second behind', 0.999, {}, pace(1.1)],
  ['a second behind', 1, {}, JUMP],
  ['a second ahead', -1, {}, JUMP],
  ['far behind', 600, {}, JUMP],
  ['correcting, and not there yet', 0.03, { correcting: true }, pace(1.04)],
  ['correcting, and there', 0.01, { correcting: true }, pace(1)],
  ['correcting, and a little past it', -0.015, { correcting: true }, pace(1)],
  ['after a stall of two seconds', 2, { stalled: true }, pace(1.25)],
  ['after a stall of a half', 0.5, { stalled: true }, pace(1.1)],
  ['after a stall that was long', 3, { stalled: true }, JUMP],
  ['ahead after a stall', -1.5, { stalled: true }, JUMP],
])('%s (%d s): %j [WAT-13:step]', (_name, behindS, { correcting = false, stalled = false }, expected) => {
  expect(correctionOf({ positionS: 100, targetS: 100 + behindS, correcting, stalled })).toEqual(expected);
});
