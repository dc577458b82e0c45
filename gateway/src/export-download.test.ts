import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { currentCall } from '@marquee/runtime/context';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { viewers } from '@marquee/testing/viewers';
import express from 'express';
import { EXPORT_DOWNLOAD, exportDownload } from './export-download.ts';

const FILE = Buffer.alloc(2_500_000, 'archive');

async function setUp() {
  const { log, lines } = recordingLog();
  const state = { isSignedIn: true, error: undefined as unknown, reads: 0, tokens: new Set<string | undefined>() };
  const download = exportDownload({
    log,
    sessions: {
      resolve: async () => {
        if (!state.isSignedIn) return { stale: false };
        return { session: { viewerToken: 'token', viewer: viewers.movieLover(), hasBlocks: false }, stale: false };
      },
    },
    ownData: {
      readExport: async ({ offset = 0n, length = 0 }) => {
        if (state.error) throw state.error;
        state.reads += 1;
        state.tokens.add(currentCall()?.viewerToken);
        const data = FILE.subarray(Number(offset), Number(offset) + length);
        return { $typeName: 'identity.v1.ReadExportResponse', data, sizeBytes: BigInt(FILE.length) };
      },
    },
  });
  const app = express();
  app.get(EXPORT_DOWNLOAD, (request, response, next) => void download(request, response).catch(next));
  app.use((_error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(503).send('what the site says');
  });
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listenLocally(server)}/exports/e1`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url, { headers, method, redirect: 'manual' });
  return { state, get, lines };
}

test('an export is sent whole, in pieces that identity gives to its owner, as a file that no cache keeps [SET-12:download]', async () => {
  const { state, get } = await setUp();
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ 'content-type': 'application/zip', 'content-length': String(FILE.length), 'accept-ranges': 'bytes' },
    ...{ 'cache-control': 'private, no-store', 'content-disposition': 'attachment; filename="marquee-data.zip"' },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(FILE)).toBe(true);
  // Its size, and three pieces of up to 1 MiB.
  expect([state.reads, ...state.tokens]).toEqual([4, 'token']);
});

test('a part is sent for a range, so that a download continues; one past the end is refused [SET-12:download]', async () => {
  const { get } = await setUp();
  const part = await get({ range: 'bytes=2499990-' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 2499990-2499999/2500000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(FILE.subarray(2_499_990))).toBe(true);
  expect((await get({ range: 'bytes=9999999-' })).status).toBe(416);
  // Several ranges, one in another unit, and one of another file mean the whole file.
  const whole: Record<string, string>[] = [
    { range: 'bytes=0-9,20-29' },
    { range: 'lines=0-9' },
    { range: 'bytes=0-9', 'if-range': '"another"' },
  ];
  for (const headers of whole) {
    const { status, headers: sent } = await get(headers);
    expect([status, sent.get('content-length')]).toEqual([200, String(FILE.length)]);
  }
  const etag = part.headers.get('etag') ?? '';
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  const head = await get({}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(FILE.length)]);
});

test('a visitor signs in first; an export that is not theirs does not exist; an outage is passing [SET-12:download]', async () => {
  const { state, get, lines } = await setUp();
  state.isSignedIn = false;
  const visitor = await get();
  expect([visitor.status, visitor.headers.get('location')]).toEqual([303, '/sign-in?returnTo=%2Fsettings%2Fexport']);
  state.isSignedIn = true;
  state.error = new ConnectError('not opened', Code.PermissionDenied);
  const unopened = await get();
  expect([unopened.status, unopened.headers.get('location')]).toEqual([303, '/settings/export']);
  state.error = new ConnectError('not found', Code.NotFound);
  const answer = await get();
  expect([answer.status, await answer.text()]).toEqual([404, 'This export does not exist any more.\n']);
  const page = { accept: 'text/html,*/*;q=0.8' };
  const over = await get(page);
  expect([over.status, over.headers.get('location')]).toEqual([303, '/settings/export']);
  state.error = new ConnectError('too often', Code.ResourceExhausted);
  expect((await get()).status).toBe(429);
  expect(await (await get(page)).text()).toBe('what the site says');
  expect(lines()).toEqual([]);
  state.error = new ConnectError('down', Code.Unavailable);
  const outage = await get();
  expect([outage.status, await outage.text()]).toEqual([503, 'Please try again in a moment.\n']);
  expect(lines()).toMatchObject([{ level: 'warn', code: 'Unavailable', msg: 'an export could not be read' }]);
});
