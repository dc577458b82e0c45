import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createRegistry } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { Metadata } from '@grpc/grpc-js';
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { silentLog } from '@marquee/testing/silent-log';
import { type Exchange, type Forward, forwardStream, forwardUnary } from './forward.ts';

/** A call to a service whose answer the test makes, for a browser that waits for it. */
async function forwarding({ json = false, service = 'identity.v1.AuthService' } = {}) {
  const call = Object.assign(new EventEmitter(), { cancel: jest.fn(), pause: jest.fn(), resume: jest.fn() });
  let answered: (error: null, bytes?: Buffer) => void = () => {};
  const client = {
    makeUnaryRequest: (...given: unknown[]) => {
      answered = given.at(-1) as typeof answered;
      return call;
    },
    makeServerStreamRequest: () => call,
  };
  const codes: number[] = [];
  const exchanges: Pick<Exchange, 'ok' | 'session'>[] = [];
  const proxied = {
    upstream: { client, service: { typeName: service } },
    responseToJson: (bytes: Buffer) => {
      if (bytes.toString() === 'broken') throw new Error('unreadable');
      return Buffer.from(JSON.stringify(bytes.toString()));
    },
  };
  const server = createServer();
  const port = await listenLocally(server);
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const leaving = new AbortController();
  const received = fetch(`http://127.0.0.1:${port}`, { signal: leaving.signal, headers: { connection: 'close' } });
  received.catch(() => {});
  const [request, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const forward = {
    ...{ request, response, proxied, json, message: Buffer.alloc(0), metadata: new Metadata(), options: {} },
    registry: createRegistry(),
    log: silentLog,
    beforeResponse: ({ ok, session }: Exchange) => exchanges.push({ ok, session }),
    ended: (code: number) => codes.push(code),
  } as unknown as Forward;
  return {
    ...{ call, codes, exchanges, forward, received, response },
    metadata: (headers: Record<string, string>) => call.emit('metadata', Metadata.fromHttp2Headers(headers)),
    answer: (text: string) => answered(null, Buffer.from(text)),
    status: ({ code }: { code: number }, trailers: Record<string, string> = {}) =>
      call.emit('status', { code, details: '', metadata: Metadata.fromHttp2Headers(trailers) }),
    async leave() {
      leaving.abort();
      await once(response, 'close');
    },
  };
}

/** The messages and the end of a stream as the protocol frames them. */
async function framesOf(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  const frames: unknown[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    const text = bytes.subarray(at + 5, end).toString();
    frames.push(bytes[at] === 0 ? text : JSON.parse(text));
    at = end;
  }
  return frames;
}

describe('one answer', () => {
  test('goes to the browser with its metadata, and is announced before', async () => {
    const { forward, metadata, answer, status, received, exchanges, codes, call, response } = await forwarding();
    forwardUnary(forward);
    metadata({ 'x-kind': 'film', 'session-set': 'opaque' });
    answer('bytes');
    status({ code: 0 }, { 'x-cost': '1' });
    const got = await received;
    expect([got.status, got.headers.get('x-kind'), got.headers.get('trailer-x-cost')]).toEqual([200, 'film', '1']);
    expect(await got.text()).toBe('bytes');
    expect(exchanges).toEqual([{ ok: true, session: { sessionSet: 'opaque' } }]);
    await eventually(() => response.closed);
    expect(codes).toEqual([0]);
    expect(call.cancel).not.toHaveBeenCalled();
  });

  test.each([
    ['a service that is unavailable', { code: 14 }, 'x', 503, 'unavailable'],
    ['an answer that cannot be read', { code: 0 }, 'broken', 500, 'internal'],
  ])('%s is said as one', async (_what, said, body, http, code) => {
    const { forward, answer, status, received, exchanges, codes } = await forwarding({ json: true });
    forwardUnary(forward);
    answer(body);
    status(said);
    const got = await received;
    expect([got.status, (await got.json()) as object]).toEqual([http, expect.objectContaining({ code })]);
    expect(exchanges).toEqual([{ ok: false, session: undefined }]);
    expect(codes).toEqual([said.code]);
  });

  test('an answer without a message is a failure', async () => {
    const { forward, status, received } = await forwarding();
    forwardUnary(forward);
    status({ code: 0 });
    expect((await received).status).toBe(500);
  });

  test('a browser that leaves cancels the call, and nothing is announced', async () => {
    const { forward, status, exchanges, codes, call, leave } = await forwarding();
    forwardUnary(forward);
    await leave();
    expect(call.cancel).toHaveBeenCalledTimes(1);
    status({ code: 1 });
    expect([codes, exchanges]).toEqual([[1], []]);
  });
});

describe('a stream', () => {
  test('runs to its end, which is reported once', async () => {
    const { forward, call, metadata, status, received, exchanges, codes, response } = await forwarding({ json: true });
    let done = 0;
    forwardStream(forward, () => (done += 1));
    metadata({ 'x-kind': 'film' });
    for (const message of ['one', 'two']) call.emit('data', Buffer.from(message));
    status({ code: 0 }, { 'x-cost': '1' });
    call.emit('end');
    const got = await received;
    expect([got.status, got.headers.get('x-kind')]).toEqual([200, 'film']);
    expect(await framesOf(got)).toEqual(['"one"', '"two"', { metadata: { 'x-cost': ['1'] } }]);
    expect(exchanges).toEqual([{ ok: true, session: undefined }]);
    await eventually(() => response.closed);
    expect([codes, done]).toEqual([[0], 1]);
    expect(call.cancel).toHaveBeenCalledTimes(1);
  });

  test('that fails has the format of a stream, and its error may come with a change of the session', async () => {
    const { forward, call, status, received, exchanges, codes } = await forwarding();
    forwardStream(forward, () => {});
    call.emit('error', new Error('said by the status'));
    status({ code: 14 }, { 'session-clear': '1' });
    call.emit('end');
    expect(await framesOf(await received)).toEqual([{ error: expect.objectContaining({ code: 'unavailable' }) }]);
    expect(exchanges).toEqual([{ ok: false, session: { sessionClear: '1' } }]);
    expect(codes).toEqual([14]);
  });

  test('without a status has failed', async () => {
    const { forward, call, received, codes } = await forwarding();
    forwardStream(forward, () => {});
    call.emit('end');
    expect(await framesOf(await received)).toEqual([{ error: expect.objectContaining({ code: 'internal' }) }]);
    expect(codes).toEqual([Code.Internal]);
  });

  test('ends with a message that cannot be read; what follows is not sent', async () => {
    const { forward, call, received, codes } = await forwarding({ json: true });
    forwardStream(forward, () => {});
    for (const message of ['one', 'broken', 'two']) call.emit('data', Buffer.from(message));
    call.emit('end');
    const end = { error: { code: 'internal', message: 'internal error' } };
    expect(await framesOf(await received)).toEqual(['"one"', end]);
    expect([codes, call.cancel.mock.calls.length]).toEqual([[Code.Internal], 1]);
  });

  test('waits for a browser that reads slowly', async () => {
    const { forward, call, metadata, response } = await forwarding();
    forwardStream(forward, () => {});
    metadata({});
    call.emit('data', Buffer.from('small'));
    expect(call.pause).not.toHaveBeenCalled();
    const write = jest.spyOn(response, 'write').mockReturnValue(false);
    call.emit('data', Buffer.from('large'));
    expect([call.pause.mock.calls.length, call.resume.mock.calls.length]).toEqual([1, 0]);
    response.emit('drain');
    expect(call.resume).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  test('of a browser that leaves is cancelled, and its end announces nothing more', async () => {
    const { forward, call, metadata, exchanges, codes, leave } = await forwarding();
    let done = 0;
    const end = forwardStream(forward, () => (done += 1));
    metadata({});
    await leave();
    expect([codes, done, call.cancel.mock.calls.length]).toEqual([[Code.Canceled], 1, 1]);
    end(new ConnectError('shutting down', Code.Unavailable));
    expect([codes, done, exchanges.length]).toEqual([[Code.Canceled], 1, 1]);
  });
});
