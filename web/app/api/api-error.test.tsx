import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { data } from 'react-router';
import { ApiError, messageOf, refusalOf, statusOf } from './api-error.ts';
import { toApiError } from './call-error.ts';

const detail = {
  ...{ reason: 'FILM_LOCKED', message: 'This film is locked.', metadata: { film: 'f1' } },
  fields: [{ field: 'title', message: 'Too long.' }],
};
const refused = new ConnectError('for logs', Code.FailedPrecondition, undefined, [
  { desc: ErrorDetailSchema, value: detail },
]);
const noDetail = { reason: '', message: '', fields: [], metadata: {} };

test('a refusal is what the service says of it, in the browser and as the data of a route error', () => {
  const refusal = { code: 'FailedPrecondition', ...detail };
  expect(refusalOf(toApiError(refused))).toEqual(expect.objectContaining(refusal));
  expect(refusalOf(data(refusal, { status: 412 }))).toEqual(refusal);
  const routeError = { status: 412, statusText: '', internal: false, data: refusal };
  expect(refusalOf(routeError)).toEqual(refusal);
});

test('texts that are not meant for a viewer are left out', () => {
  expect(toApiError(new ConnectError('10.0.0.1 refused', Code.Unavailable))).toMatchObject({
    code: 'Unavailable',
    ...noDetail,
  });
  const unknown = { code: 'Unknown', ...noDetail };
  for (const thrown of [
    ...[new Error('secret'), 'secret', null, undefined, { type: 'Other', data: detail }, { data: detail }],
    ...[data('secret'), data(null), data({ message: 'secret' })],
  ]) {
    expect(refusalOf(thrown)).toEqual(unknown);
  }
});

test('an error of the API keeps its cause, and is made once', () => {
  const error = toApiError(refused);
  expect(error).toMatchObject({ name: 'ApiError', message: 'This film is locked.', cause: refused });
  expect(error).toBeInstanceOf(ApiError);
  expect(toApiError(error)).toBe(error);
});

test('the text to show is the server’s, or that of the page', () => {
  expect(messageOf(toApiError(refused), 'We failed.')).toBe('This film is locked.');
  expect(messageOf(new Error('secret'), 'We failed.')).toBe('We failed.');
});

test('a page that ends with a refusal has its status', () => {
  const status = (code: keyof typeof Code) => statusOf({ code, ...noDetail });
  expect([status('NotFound'), status('PermissionDenied'), status('Unavailable')]).toEqual([404, 403, 503]);
  expect(status('Internal')).toBe(500);
});
