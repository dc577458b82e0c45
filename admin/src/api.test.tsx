import { Code, ConnectError } from '@connectrpc/connect';
import { isForbidden, isNotFound, queryClient, refusalText } from './api.ts';

const { retry } = queryClient.getDefaultOptions().queries ?? {};
const triesAgain = (failures: number, code: Code) =>
  typeof retry === 'function' && retry(failures, new ConnectError('', code));

test('a read whose service is away is tried twice more; any other failure is final', () => {
  expect([0, 1, 2, 3].map((failures) => triesAgain(failures, Code.Unavailable))).toEqual([true, true, false, false]);
  for (const code of [Code.Internal, Code.NotFound, Code.PermissionDenied, Code.DeadlineExceeded]) {
    expect(triesAgain(0, code)).toBe(false);
  }
});

test('what a refusal means for a page', () => {
  const codes = [Code.NotFound, Code.InvalidArgument, Code.PermissionDenied, Code.Unauthenticated, Code.Internal];
  const errors = codes.map((code) => new ConnectError('', code));
  expect(errors.map(isNotFound)).toEqual([true, true, false, false, false]);
  expect(errors.map(isForbidden)).toEqual([false, false, true, true, false]);
  expect(refusalText(errors[0])).toBeUndefined();
});
