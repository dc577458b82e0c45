import { preRollOf } from '../watch/pre-rolls.ts';
import { playsInStep } from './in-step.ts';

const start = new Date('2026-11-20T20:00:00.000Z');
const film = {
  id: 'f',
  releaseType: 'SCREENING',
  screeningStartTime: start,
  runningTime: 60,
  isFree: false,
  usdCost: 5n,
};
/** What is read of a film with an event that shows something first, and a viewer with these other rights. */
const tx = (otherRights: object[] = [], event: object[] = [{ preRollUri: '/pre-roll', preRollSeconds: 30 }]) =>
  ({
    query: async ({ name }: { name: string }) => (name === 'premieres.event' ? event : otherRights),
  }) as never;
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

test.each([
  [-0.001, false],
  [0, true],
  [89.999, true],
  [90, false],
])('%s s after the start of a premiere of 90 s its viewers play in step: %s', async (seconds, expected) => {
  expect(await playsInStep(tx(), 'a', film as never, at(seconds))).toBe(expected);
});

test('who has another right, and a film that has no premiere, plays as they like', async () => {
  expect(await playsInStep(tx([{}]), 'a', film as never, at(1))).toBe(false);
  for (const changes of [{ releaseType: 'WATCH_NOW' }, { screeningStartTime: null }]) {
    expect(await playsInStep(tx(), 'a', { ...film, ...changes } as never, at(1))).toBe(false);
  }
});

test('who comes late to a premiere sees what is left of what plays before it', async () => {
  const left = (seconds: number) => preRollOf(tx(), 'a', film as never, at(seconds));
  expect(await left(0)).toEqual({ uri: '/pre-roll', seconds: 30 });
  expect(await left(29.5)).toEqual({ uri: '/pre-roll', seconds: 1 });
  expect(await left(30)).toBeUndefined();
  expect(await preRollOf(tx([], []), 'a', film as never, at(0))).toBeUndefined();
});

test('who watches by a ticket sees what its event shows first, where that has a length', async () => {
  const shown = { ...film, releaseType: 'WATCH_NOW' } as never;
  const row = { uri: '/pre-roll', seconds: 5 };
  expect(await preRollOf(tx([row]), 'a', shown, at(0))).toEqual(row);
  expect(await preRollOf(tx([{ ...row, seconds: 0 }]), 'a', shown, at(0))).toBeUndefined();
  expect(await preRollOf(tx(), 'a', shown, at(0))).toBeUndefined();
});
