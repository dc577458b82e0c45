import { status } from '@grpc/grpc-js';
import { pastDeadline } from './transport.ts';

test('a call that the server gave up first is past its deadline, and one that was cancelled before stays cancelled', () => {
  const cancelled = { code: status.CANCELLED, details: 'Call cancelled' };
  expect(pastDeadline(cancelled, { deadline: Date.now() - 1 })).toMatchObject({ code: status.DEADLINE_EXCEEDED });
  expect(pastDeadline(cancelled, { deadline: Date.now() + 60_000 })).toBe(cancelled);
  expect(pastDeadline(cancelled, {})).toBe(cancelled);
  const away = { code: status.UNAVAILABLE };
  expect(pastDeadline(away, { deadline: Date.now() - 1 })).toBe(away);
});
