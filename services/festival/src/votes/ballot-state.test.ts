import { stateOf, timeRefusal } from './ballot-state.ts';

const [opensAt, closesAt] = [new Date('2026-11-20T12:00:00.000Z'), new Date('2026-11-20T13:00:00.000Z')];
const ballot = { opensAt, closesAt, countedAt: null } as Parameters<typeof stateOf>[0];
const shortBefore = (at: Date) => new Date(at.getTime() - 1);

test.each([
  [shortBefore(opensAt), 'SCHEDULED', 'VOTE_NOT_OPEN'],
  [opensAt, 'OPEN', undefined],
  [shortBefore(closesAt), 'OPEN', undefined],
  [closesAt, 'CLOSED', 'VOTE_CLOSED'],
])('at %p a ballot is %s', (now, state, refusal) => {
  expect([stateOf(ballot, now), timeRefusal(ballot, now)]).toEqual([state, refusal]);
  const counted = { ...ballot, countedAt: closesAt };
  expect([stateOf(counted, now), timeRefusal(counted, now)]).toEqual(['COUNTED', 'VOTE_CLOSED']);
});
