import { Code, ConnectError } from '@connectrpc/connect';
import { ifFound } from './if-found.ts';

test.each([Code.NotFound, Code.InvalidArgument])('what a callee refuses with code %i does not exist', async (code) => {
  expect(await ifFound(Promise.reject(new ConnectError('', code)))).toBeUndefined();
});

test('an answer, and every other error, passes through', async () => {
  expect(await ifFound(Promise.resolve('film'))).toBe('film');
  for (const error of [new ConnectError('', Code.Unavailable), new ConnectError('', Code.PermissionDenied)]) {
    await expect(ifFound(Promise.reject(error))).rejects.toBe(error);
  }
});
