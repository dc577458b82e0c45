import { BlobNotFoundError, BlobsFullError, BlobsUnavailableError } from './blob-store.ts';
import { isAbsent, isAnswer, isBehindEnd, translated } from './s3-errors.ts';

const failure = (about: { name?: string; Code?: string; code?: string; message?: string; status?: number }) => {
  const { status, message, ...fields } = about;
  return Object.assign(new Error(message), fields, status !== undefined && { $metadata: { httpStatusCode: status } });
};

test.each(['NoSuchKey', 'NotFound', 'NoSuchUpload'])('%s means that there is no blob', (name) => {
  for (const error of [failure({ name }), failure({ Code: name, name: 'Unknown' })]) {
    expect(isAbsent(error)).toBe(true);
    expect(translated('film', error)).toMatchObject({ key: 'film', name: 'BlobNotFoundError' });
  }
});

test.each([
  [{ name: 'QuotaExceeded' }, 'QuotaExceeded'],
  [{ code: 'ENOSPC' }, 'Error'],
  [{ name: '', status: 507 }, '507'],
])('%j means that there is no room', (about, reason) => {
  const error = translated('film', failure(about));
  expect(error).toBeInstanceOf(BlobsFullError);
  expect((error as Error).message).toContain(reason);
});

test.each([
  [{ name: 'NoSuchBucket', status: 404 }, 'its bucket does not exist', 'bucket'],
  [{ name: 'Unknown', status: 401 }, 'it denies access', 'access key'],
  [{ name: 'Unknown', status: 403 }, 'it denies access', 'access key'],
  [{ name: 'TimeoutError' }, 'no answer in time', 'outage'],
  [{ message: 'aborted' }, 'the connection broke off', 'outage'],
  [{ code: 'ECONNRESET' }, 'ECONNRESET', 'outage'],
  [{ message: 'connect ECONNREFUSED 127.0.0.1:9000' }, 'ECONNREFUSED', 'outage'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'CERT_HAS_EXPIRED', undefined],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'ERR_TLS_CERT_ALTNAME_INVALID', undefined],
  [{ name: 'InternalError', status: 500 }, 'InternalError (500)', 'outage'],
  [{ name: 'SlowDown', status: 503 }, 'SlowDown (503)', 'outage'],
  [{ name: 'MethodNotAllowed', status: 405 }, 'MethodNotAllowed (405)', undefined],
])('%j means that the store is not available, and whether it is an outage', (about, reason, part) => {
  const error = translated('film', failure(about));
  expect(error).toBeInstanceOf(BlobsUnavailableError);
  expect(error).toMatchObject({ message: `The blob store is not available: ${reason}`, about: part });
});

test("the store's own errors and those that are no answer of it stay what they are", () => {
  const errors = [new BlobNotFoundError('film'), new BlobsFullError('no'), new BlobsUnavailableError('no')];
  for (const error of [...errors, failure({ message: 'a mistake' })]) expect(translated('film', error)).toBe(error);
});

test('an error is an answer of the store when it has a status', () => {
  expect(isAnswer(failure({ status: 404 }))).toBe(true);
  expect(isAnswer(failure({ code: 'ECONNREFUSED' }))).toBe(false);
});

test('a range behind the last byte is recognized by its name or status', () => {
  expect(isBehindEnd(failure({ name: 'InvalidRange' }))).toBe(true);
  expect(isBehindEnd(failure({ name: 'Unknown', status: 416 }))).toBe(true);
  expect(isBehindEnd(failure({ name: 'NoSuchKey', status: 404 }))).toBe(false);
  expect(isAbsent(failure({ name: 'InvalidRange' }))).toBe(false);
});
