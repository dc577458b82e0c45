import { CONNECTION_LIMITS } from '@marquee/rules/connections';
import type { Person } from '../people/people.ts';
import { between } from './between.ts';
import type { Connection } from './connections.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-06-01T12:00:00Z');
const SINCE = new Date('2026-05-01T12:00:00Z');
const person = { id: 'other' } as Person;
const as = (more: Partial<Connection>) =>
  ({ state: 'NONE', requesterId: null, since: SINCE, declinedId: null, declinedAt: null, ...more }) as Connection;
const seen = (more: Partial<Connection> | undefined, now = NOW) => {
  const { state, since, requestableFrom } = between('me', person, more && as(more), now);
  return [state, since, requestableFrom];
};

test('a request is one that was sent or received, by who sees it', () => {
  expect(seen({ state: 'REQUESTED', requesterId: 'me' })).toEqual(['SENT', SINCE, null]);
  expect(seen({ state: 'REQUESTED', requesterId: 'other' })).toEqual(['RECEIVED', SINCE, null]);
  expect(seen({ state: 'CONNECTED', requesterId: 'me' })).toEqual(['CONNECTED', SINCE, null]);
});

test('where there is nothing any more, no time is given', () => {
  expect(seen(undefined)).toEqual(['NONE', null, null]);
  expect(seen({ state: 'NONE', requesterId: 'me' })).toEqual(['NONE', null, null]);
});

test('only who was declined learns from when they may ask again, and only until then', () => {
  const declinedAt = SINCE;
  const from = new Date(declinedAt.getTime() + CONNECTION_LIMITS.declinedDays * DAY_MS);
  const before = new Date(from.getTime() - 1);
  expect(seen({ declinedId: 'me', declinedAt }, before)).toEqual(['NONE', null, from]);
  expect(seen({ declinedId: 'me', declinedAt }, from)).toEqual(['NONE', null, null]);
  expect(seen({ declinedId: 'other', declinedAt }, before)).toEqual(['NONE', null, null]);
  // Asked by the other side since: the answer is theirs to give.
  expect(seen({ state: 'REQUESTED', requesterId: 'other', declinedId: 'me', declinedAt }, before)).toEqual([
    ...['RECEIVED', SINCE, null],
  ]);
});
