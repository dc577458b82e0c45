import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Code } from '@connectrpc/connect';
import { checkProtocol, readMessage, requestForm } from './connect-request.ts';
import type { ProxiedMethod } from './method-table.ts';

const method = (part: Partial<ProxiedMethod> = {}) =>
  ({ streaming: false, sideEffectFree: false, requestBytesMax: 8, ...part }) as ProxiedMethod;
const unary = method();
const readOnly = method({ sideEffectFree: true });
const stream = method({ streaming: true });

type Part = { method?: string; url?: string; headers?: Record<string, string>; body?: Buffer[] };
const request = ({ method = 'POST', url = '/', headers = {}, body = [] }: Part = {}) =>
  Object.assign(Readable.from(body), { method, url, headers }) as unknown as IncomingMessage;
const typed = (type: string) => request({ headers: { 'content-type': type } });
const asked = (query: string) => request({ method: 'GET', url: `/?${query}` });

test('the format of a request is that of its content type, or of its query', () => {
  expect(requestForm(typed('application/json'), unary)).toEqual({ json: true });
  expect(requestForm(typed('application/proto'), unary)).toEqual({ json: false });
  expect(requestForm(typed('application/connect+proto'), stream)).toEqual({ json: false });
  expect(requestForm(asked('encoding=json'), readOnly)).toMatchObject({ json: true, get: expect.any(URLSearchParams) });
  expect(requestForm(asked('encoding=proto'), readOnly)).toMatchObject({ json: false });
});

test.each([
  ['a query without an encoding', asked(''), readOnly, { status: 415 }],
  ['an unknown encoding', asked('encoding=xml'), readOnly, { status: 415 }],
  ['GET for a write', asked('encoding=json'), unary, { status: 405, headers: { allow: 'POST' } }],
  [
    'GET for a stream',
    asked('encoding=json'),
    method({ streaming: true, sideEffectFree: true }),
    { status: 405, headers: { allow: 'POST' } },
  ],
  ['PUT for a read', request({ method: 'PUT' }), readOnly, { status: 405, headers: { allow: 'GET, POST' } }],
  [
    'no content type',
    request(),
    unary,
    { status: 415, headers: { 'accept-post': 'application/proto, application/json' } },
  ],
  [
    'one message for a stream',
    typed('application/json'),
    stream,
    { status: 415, headers: { 'accept-post': 'application/connect+proto, application/connect+json' } },
  ],
])('refuses %s', (_what, given, proxied, refusal) => {
  expect(requestForm(given, proxied)).toEqual(refusal);
});

const posted = { json: false, get: undefined };
const got = (query: string) => ({ json: false, get: new URLSearchParams(query) });

test('version, compression and timeout are checked', () => {
  const check = (headers: Record<string, string>, proxied = unary) =>
    checkProtocol(request({ headers }), proxied, posted);
  expect(check({})).toBeUndefined();
  expect(check({ 'connect-protocol-version': '1', 'connect-timeout-ms': '1500' })).toBe(1_500);
  expect(check({ 'connect-timeout-ms': '9999999999' })).toBe(2 ** 31 - 1);
  expect(check({ 'content-encoding': 'identity' })).toBeUndefined();
  expect(() => check({ 'connect-protocol-version': '2' })).toThrow('version');
  expect(() => check({ 'connect-timeout-ms': 'soon' })).toThrow('timeout');
  expect(() => check({ 'content-encoding': 'gzip' })).toThrow('unknown compression "gzip"');
  expect(() => check({ 'connect-content-encoding': 'gzip' }, stream)).toThrow('unknown compression "gzip"');
  expect(checkProtocol(request(), readOnly, got('connect=v1'))).toBeUndefined();
  expect(() => checkProtocol(request(), readOnly, got(''))).toThrow('version');
  expect(() => checkProtocol(request(), readOnly, got('connect=v1&compression=br'))).toThrow(
    'unknown compression "br"',
  );
});

const read = async (body: string[], proxied = unary, headers = {}) =>
  (await readMessage(request({ headers, body: body.map((part) => Buffer.from(part)) }), proxied, posted)).toString();
const tooLarge = { code: Code.ResourceExhausted, rawMessage: 'This is too large to send: 0 KB are the most.' };

test('a body is read whole, up to the limit of its method', async () => {
  expect(await read([])).toBe('');
  expect(await read(['12345678'], unary, { 'content-length': '8' })).toBe('12345678');
  expect(await read(['1234', '5678'])).toBe('12345678');
  await expect(read(['1234', '56789'])).rejects.toMatchObject(tooLarge);
  await expect(read([], unary, { 'content-length': '9' })).rejects.toMatchObject(tooLarge);
});

test('a message in a query may be base64, and has the same limit', async () => {
  const message = async (query: string) => (await readMessage(request(), readOnly, got(query))).toString();
  expect(await message('')).toBe('');
  expect(await message('message=12345678')).toBe('12345678');
  expect(await message(`message=${Buffer.from('a?b').toString('base64url')}&base64=1`)).toBe('a?b');
  await expect(message('message=123456789')).rejects.toMatchObject(tooLarge);
  const broken = '/?message=%C3%28';
  await expect(readMessage(request({ url: broken }), readOnly, got('message=\uFFFD('))).rejects.toMatchObject({
    code: Code.InvalidArgument,
  });
});

test('JSON becomes the bytes of the message', async () => {
  const proxied = method({ requestFromJson: (text) => Buffer.from(text.toUpperCase()) });
  const message = await readMessage(request({ body: [Buffer.from('{"a":1}')] }), proxied, { ...posted, json: true });
  expect(message.toString()).toBe('{"A":1}');
});

const framed = (flags: number, length: number, message: string) =>
  Buffer.concat([Buffer.from([flags, 0, 0, 0, length]), Buffer.from(message)]);

test('the one message of a stream lies in an envelope', async () => {
  const open = async (body: Buffer, headers = {}) =>
    (await readMessage(request({ headers, body: [body] }), stream, posted)).toString();
  expect(await open(framed(0, 8, '12345678'), { 'content-length': '13' })).toBe('12345678');
  expect(await open(framed(0, 0, ''))).toBe('');
  for (const [body, code, text] of [
    [Buffer.alloc(0), Code.Unimplemented, 'missing request message'],
    [Buffer.from([0, 0, 0, 0]), Code.InvalidArgument, 'incomplete envelope'],
    [framed(0, 4, '123'), Code.InvalidArgument, 'incomplete envelope'],
    [framed(0b10, 3, '123'), Code.InvalidArgument, 'incomplete envelope'],
    [framed(0b1, 3, '123'), Code.Internal, 'compressed envelope'],
    [framed(0, 2, '123'), Code.Unimplemented, 'extra request message'],
    [framed(0, 9, '123456789'), Code.ResourceExhausted, 'too large'],
  ] as const) {
    await expect(open(body)).rejects.toMatchObject({ code, rawMessage: expect.stringContaining(text) });
  }
});

test('JSON that is nested deeper than any message is refused before it is parsed', async () => {
  const parsed: string[] = [];
  const requestFromJson = (text: string) => Buffer.from(String(parsed.push(text)));
  const read = (json: string) =>
    readMessage(request({ body: [Buffer.from(json)] }), method({ requestBytesMax: 1_000_000, requestFromJson }), {
      ...{ json: true, get: undefined },
    });
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  await read(nested(64));
  // Brackets in texts, and lists beside each other, are no depth.
  await read(JSON.stringify({ text: `\\" ${'[{'.repeat(500)} \\`, list: Array(1_000).fill([{}]) }));
  expect(parsed).toHaveLength(2);
  for (const deep of [nested(65), '['.repeat(400_000), `{"a":"\\\\",${nested(90_000).slice(1)}`]) {
    await expect(read(deep)).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
  expect(parsed).toHaveLength(2);
});
