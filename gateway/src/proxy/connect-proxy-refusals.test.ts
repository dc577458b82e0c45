import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Code, ConnectError } from '@connectrpc/connect';
import { isServiceOnly } from '@marquee/contracts/access';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { allServices } from '@marquee/contracts/services';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { silentLog } from '@marquee/testing/silent-log';
import { Overloaded } from '../overloaded.ts';
import { CURRENT, call, exchanges, given, logged, ORIGIN, origin, UPDATE } from '../testing/proxied-calls.ts';
import { createConnectProxy } from './connect-proxy.ts';

describe('refuses', () => {
  test('calls from other sites, before they reach the service', async () => {
    const foreign = { 'content-type': 'application/json' };
    for (const headers of [
      { ...foreign, origin: 'https://evil.example' },
      { ...foreign, origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      { ...foreign, origin: ORIGIN, 'sec-fetch-site': 'same-site' },
      { ...foreign, origin: ORIGIN, 'sec-fetch-site': 'none' },
      { ...foreign, origin: '' },
    ]) {
      const response = await call(UPDATE, { headers });
      expect([headers.origin, response.status]).toEqual([headers.origin, 403]);
    }
    expect(exchanges).toEqual([]);
    expect((await call(UPDATE, { headers: { origin: '', 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });

  test('every SERVICE method, for every caller [SYS-06]', async () => {
    const hidden = allServices().flatMap((service) => service.methods.filter(isServiceOnly));
    expect(hidden.length).toBeGreaterThan(3);
    for (const method of hidden) {
      const response = await call(`${method.parent.typeName}/${method.name}`);
      expect([method.name, response.status]).toEqual([method.name, 404]);
    }
    expect((await call('grpc.health.v1.Health/Check')).status).toBe(404);
    expect((await call('identity.v1.ProfileService/Nothing')).status).toBe(404);
  });

  test('the wrong HTTP method, content type, protocol and compression', async () => {
    const get = { method: 'GET', body: null };
    expect((await call(UPDATE, get)).status).toBe(405);
    expect((await call(UPDATE, { method: 'PUT' })).status).toBe(405);
    const form = await call(UPDATE, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect([form.status, form.headers.get('accept-post')]).toEqual([415, 'application/proto, application/json']);
    expect((await call(UPDATE, { headers: { 'content-type': 'application/connect+json' } })).status).toBe(415);
    expect((await call(`${CURRENT}?encoding=json&message={}`, get)).status).toBe(400);
    expect((await call(UPDATE, { headers: { 'content-encoding': 'gzip' } })).status).toBe(501);
    expect((await call(UPDATE, { headers: { 'connect-timeout-ms': 'soon' } })).status).toBe(400);
  });

  test('a body over the limit, with or without a content length', async () => {
    const large = JSON.stringify({ bio: 'x'.repeat(1024 * 1024) });
    const declared = await call(UPDATE, { body: large });
    expect(declared.status).toBe(413);
    const message = 'This is too large to send: 1024 KB are the most.';
    expect(await declared.json()).toEqual({ code: 'resource_exhausted', message });
    expect(await chunked(large)).toContain('resource_exhausted');
    expect(exchanges).toEqual([]);
  });

  test('JSON with an unknown enum or field, and invalid JSON', async () => {
    for (const body of ['{"type":"ACCOUNT_TYPE_ALIEN"}', '{"nickname":"x"}', '{', '[]', '{"bio":1}']) {
      const response = await call(UPDATE, { body });
      expect([body, response.status]).toEqual([body, 400]);
      expect(await response.json()).toMatchObject({ code: 'invalid_argument' });
    }
  });

  test('JSON whose bytes are not UTF-8, in a body and in an address [SYS-06]', async () => {
    const body = Buffer.concat([Buffer.from('{"bio":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const get = { method: 'GET', body: null };
    const query = (message: string) => `${CURRENT}?connect=v1&encoding=json&${message}`;
    const base64 = `base64=1&message=${Buffer.concat([Buffer.from('{}'), Buffer.from([0xff])]).toString('base64url')}`;
    for (const response of [
      await call(UPDATE, { body }),
      await call(query(base64), get),
      await call(query('message={%22a%22:%22%C3%28%22}'), get),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ code: 'invalid_argument', message: 'the request is not valid UTF-8' });
    }
    expect(exchanges).toEqual([]);
    expect((await call(query('message=%7B%7D'), get)).status).toBe(200);
  });

  test('a call whose session has too many made-up ones before it, without a log line for each', async () => {
    given.browser = new Overloaded();
    const before = logged.lines().length;
    const response = await call(UPDATE);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: 'resource_exhausted' });
    expect(response.headers.get('retry-after')).toBe('2');
    expect(logged.lines()).toHaveLength(before);
  });

  test('a call where too many of its method wait for the service, and none once they are answered', async () => {
    const answers = Promise.withResolvers<string>();
    let waiting = 0;
    given.handle = () => {
      waiting += 1;
      return answers.promise;
    };
    const calls = Array.from({ length: 256 }, () => call(CURRENT));
    await eventually(async () => waiting === calls.length);
    given.handle = async () => 'ok';
    const refused = await call(CURRENT);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await call(UPDATE)).status).toBe(200);
    answers.resolve('ok');
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await call(CURRENT)).status).toBe(200);
  });

  test('every call, while the session cannot be resolved or the service cannot be reached', async () => {
    const silence = new ConnectError('Deadline exceeded after 3.001s,remote_addr=10.0.0.1:5000', Code.DeadlineExceeded);
    for (const problem of [new Error('connect ECONNREFUSED 10.0.0.1:5000'), silence]) {
      given.browser = problem;
      const unknown = await call(UPDATE);
      expect(unknown.status).toBe(503);
      expect(await unknown.text()).not.toContain('10.0.0.1');
      expect(logged.lines().at(-1)).toMatchObject({
        ...{ level: 'warn', msg: 'the session of a call could not be resolved', path: `/${UPDATE}` },
      });
    }
    const unavailable = createConnectProxy({
      routes: { [ProfileService.typeName]: '127.0.0.1:1' },
      authenticate: () => ({}),
      isSameOrigin: () => true,
      log: silentLog,
    });
    const server = createServer(unavailable);
    const port = await listenLocally(server);
    const headers = { 'content-type': 'application/json', 'connect-timeout-ms': '2000' };
    const response = await fetch(`http://127.0.0.1:${port}/rpc/${UPDATE}`, { method: 'POST', body: '{}', headers });
    expect([503, 504]).toContain(response.status);
    expect(await response.text()).not.toContain('127.0.0.1');
    server.close();
    unavailable.close();
  });
});

/** Sends a body without a content length and returns the response. */
function chunked(body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(received) : reject(error),
    );
    socket.write(
      `POST /rpc/${UPDATE} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    socket.write(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  });
}
