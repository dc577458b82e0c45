import { statesOf } from './featured-states.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const [before, after] = [-1, 1].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];
const states = (...picks: object[]) =>
  statesOf(picks.map((changes) => ({ visible: true, startsAt: null, endsAt: null, ...changes })) as never, now);

test('the first pick that is visible and whose dates hold is shown, the others are next', () => {
  expect(states({ visible: false }, { startsAt: after }, {}, {})).toEqual(['HIDDEN', 'SCHEDULED', 'SHOWN', 'NEXT']);
});

test('a pick is shown from its start on, and no more at its end', () => {
  for (const startsAt of [before, now]) expect(states({ startsAt })).toEqual(['SHOWN']);
  expect(states({ startsAt: after })).toEqual(['SCHEDULED']);
  expect(states({ endsAt: after })).toEqual(['SHOWN']);
  for (const endsAt of [before, now]) expect(states({ endsAt })).toEqual(['ENDED']);
  expect(states({ endsAt: now, visible: false })).toEqual(['ENDED']);
});
