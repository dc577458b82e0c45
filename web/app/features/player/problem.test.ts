import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import { ApiError } from '../../api/api-error.ts';
import { accessProblem, isTransient, problemOf } from './problem.ts';

const refused = (code: ApiError['code'], reason = '', message = '') =>
  new ApiError({ code, reason, message, fields: [], metadata: {} });

test.each([
  ['WATCH_WINDOW_ENDED', 'watch-again'],
  ['STREAMS_FULL', 'take-over'],
  ['PLAYBACK_TAKEN', 'take-over'],
  ['UNLOCK_REQUIRED', 'unlock'],
  ['REGION', 'film-page'],
  ['NOT_PROTECTED', 'film-page'],
])('a refusal is shown as it is, with what can be done about it: %s', (reason, remedy) => {
  expect(problemOf(refused('FailedPrecondition', reason, 'Not now.'))).toEqual({ reason, message: 'Not now.', remedy });
  expect(accessProblem({ reason, message: 'Not now.' })).toEqual({ reason, message: 'Not now.', remedy });
});

test.each([
  [refused('Unavailable', 'DOWN', 'Not now.'), 'DOWN'],
  [refused('FailedPrecondition'), 'FailedPrecondition'],
])('what may pass, and what says nothing, can be tried again: %#', (cause, reason) => {
  expect(problemOf(cause)).toMatchObject({ reason, message: WATCH_MESSAGES.accessFailed, remedy: 'retry' });
  expect(problemOf(cause).advice).toMatch(/^Check your network/);
});

test('an ended session leads to the sign-in', () => {
  const problem = problemOf(refused('Unauthenticated', 'X', 'No.'));
  expect(problem).toEqual({ reason: 'SIGNED_OUT', message: MEDIA_MESSAGES.playbackEnded, remedy: 'sign-in' });
});

test('access without a reason can be tried again; access that has ended is explained', () => {
  const unknown = { reason: 'ACCESS', message: WATCH_MESSAGES.accessFailed, remedy: 'retry' };
  expect(accessProblem(undefined)).toEqual(unknown);
  expect(accessProblem({ reason: '', message: '' })).toEqual(unknown);
  const ended = accessProblem({ reason: 'UNLOCK_REQUIRED', message: 'Over.', endedAt: {} });
  expect(ended.advice).toMatch(/^Your time with this film has ended\./);
});

test('the network, a restart and too many calls may pass', () => {
  const codes: ApiError['code'][] = ['Unavailable', 'DeadlineExceeded', 'ResourceExhausted', 'NotFound'];
  expect(codes.map((code) => isTransient(refused(code)))).toEqual([true, true, true, false]);
});
