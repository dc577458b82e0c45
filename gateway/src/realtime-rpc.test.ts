import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { newId } from '@marquee/data/ids';
import { createRevocations } from '@marquee/runtime/revocations';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { realtimeRpc } from './realtime-rpc.ts';
import { breakableSignals } from './testing/breakable-signals.ts';

const own = newId();
const ofUnavailableOwner = newId();

/** media and film answer for what is the viewer's, and refuse the rest: that is all that is asked of them here. */
const transport = createRouterTransport(({ service }) => {
  service(MediaService, { getAsset: ({ assetId }) => answerFor(assetId) });
  service(StudioService, { getMyFilm: ({ filmId }) => answerFor(filmId) });
});

async function answerFor(id: string): Promise<object> {
  if (id === ofUnavailableOwner) throw new ConnectError('nobody there', Code.Unavailable);
  if (id !== own) throw new ConnectError('not yours', Code.PermissionDenied);
  return {};
}

async function realtime(options: { streamMs?: number } = {}) {
  const signals = breakableSignals();
  const revocations = createRevocations();
  const server = await serve({
    ...{ service: 'realtime', host: '127.0.0.1', port: 0, log: silentLog, revocations },
    verifier: createVerifier(verifierKeys),
    implementations: [realtimeRpc({ signals, transportOf: () => transport, ...options })],
  });
  atEnd(() => server.drain(100));
  const viewer = viewers.entertainmentPro();
  const client = clientFor(server, RealtimeService, viewer);
  const clientOf = (who: typeof viewer) => clientFor(server, RealtimeService, who);
  return { signals, revocations, viewer, client, clientOf };
}

test('a page hears signals of what is its viewer’s, and of nothing else', async () => {
  const { signals, viewer, client } = await realtime();
  const stop = new AbortController();
  const heard: string[] = [];
  for await (const { topic, version } of client.subscribe(
    { topics: ['account', `asset:${own}`] },
    { signal: stop.signal },
  )) {
    // The first message says that the stream listens.
    if (topic === '') {
      signals.publish(`account:${newId()}`, 1);
      signals.publish(`asset:${newId()}`, 2);
      signals.publish(`account:${viewer.accountId}`, 3);
      signals.publish(`asset:${own}`, 4);
      continue;
    }
    heard.push(`${topic} ${version}`);
    if (heard.length === 2) break;
  }
  stop.abort();
  expect(heard).toEqual(['account 3', `asset:${own} 4`]);
});

test('a stream ends by itself after some time, so that its page asks again what it may follow', async () => {
  const { client } = await realtime({ streamMs: 50 });
  const heard: string[] = [];
  for await (const { topic } of client.subscribe({ topics: ['account'] })) heard.push(topic);
  expect(heard).toEqual(['']);
});

test.each([
  ['somebody else’s asset', [`asset:${newId()}`], Code.PermissionDenied],
  ['somebody else’s film', [`film:${newId()}`], Code.PermissionDenied],
  ['what its owner cannot answer for at the moment', [`asset:${ofUnavailableOwner}`], Code.Unavailable],
  ['another account', ['account:somebody'], Code.InvalidArgument],
  ['everything', ['*'], Code.InvalidArgument],
  ['too many at once', Array.from({ length: 51 }, () => 'account'), Code.InvalidArgument],
])('refuses %s', async (_, topics, code) => {
  const { client } = await realtime();
  const first = client.subscribe({ topics })[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({ code });
});

test('an open stream ends when its session does [AUT-16:stream]', async () => {
  const { client, revocations, viewer } = await realtime();
  const stream = client.subscribe({ topics: ['account'] })[Symbol.asyncIterator]();
  expect((await stream.next()).value).toMatchObject({ topic: '' });
  revocations.revoke({ sessionId: viewer.sessionId });
  await expect(stream.next()).rejects.toMatchObject({ code: Code.Unauthenticated });
});

test('when the signals are connected again the stream ends, so that its page reopens it and reloads', async () => {
  const { client, signals, viewer } = await realtime();
  const stream = client.subscribe({ topics: ['account'] })[Symbol.asyncIterator]();
  await stream.next();
  signals.setLinked(false);
  signals.publish(`account:${viewer.accountId}`, 1);
  expect((await stream.next()).value).toMatchObject({ topic: 'account', version: '1' });
  signals.setLinked(true);
  expect(await stream.next()).toMatchObject({ done: true });
});

test('the thirty-third stream of an account ends its oldest, and no other account’s', async () => {
  const { signals, client, clientOf } = await realtime();
  const other = viewers.entertainmentPro();
  const open = async (of: typeof client) => {
    const stop = new AbortController();
    atEnd(() => stop.abort());
    const stream = of.subscribe({ topics: ['account'] }, { signal: stop.signal })[Symbol.asyncIterator]();
    await stream.next();
    return stream;
  };
  const theirs = await open(clientOf(other));
  const streams = [];
  for (let count = 0; count < 33; count += 1) streams.push(await open(client));
  expect(await streams[0]?.next()).toMatchObject({ done: true });
  signals.publish(`account:${other.accountId}`, 1);
  expect(await theirs.next()).toMatchObject({ value: { topic: 'account', version: '1' } });
  await open(client);
  expect(await streams[1]?.next()).toMatchObject({ done: true });
});

test('a page that cannot keep up loses signals, and hears the later ones', async () => {
  const { client, signals, viewer } = await realtime();
  const stream = client.subscribe({ topics: ['account'] })[Symbol.asyncIterator]();
  const next = async () => (await stream.next()).value?.version;
  await next();
  for (let version = 1; version <= 250; version += 1) signals.publish(`account:${viewer.accountId}`, version);
  for (let version = 1; version <= 200; version += 1) expect(await next()).toBe(String(version));
  signals.publish(`account:${viewer.accountId}`, 300);
  expect(await next()).toBe('300');
});
