import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Code } from '@connectrpc/connect';
import {
  AccountSuspendedSchema,
  ConnectionEndedSchema,
  ConnectionRequestedSchema,
  SessionEndedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { NoticeKind, NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeChannel, NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { listenLocally } from '@marquee/testing/listen-locally';
import { pushService } from '@marquee/testing/push-service';
import { viewers } from '@marquee/testing/viewers';
import { RETRY_DELAYS_MS } from '../delivery/delivery.ts';
import { notificationService } from '../testing/notification-service.ts';
import { isPushAddress, publicLookup } from './push-address.ts';
import { pushCarrier } from './push-carrier.ts';
import { pushKeysOf } from './push-keys.ts';

async function setUp(env: Record<string, string> = { PUSH_LOOPBACK: '1' }) {
  const scene = await notificationService({ DEV_INBOX: '1', ...env });
  const [ada, ben] = [viewers.movieLover(), viewers.movieLover()];
  scene.neighbours.people.set(ada.accountId, { firstName: 'Ada', lastName: 'Lovelace' });
  const settings = clientFor(scene.service, NoticeSettingsService, ben);
  const { settings: own } = await settings.getNoticeSettings({});
  const browsers = await pushService(() => own?.pushPublicKey ?? '');
  const ids = { requesterId: ada.accountId, recipientId: ben.accountId };
  const request = () => scene.emit(ConnectionRequestedSchema, ids);
  const pushes = async () =>
    (
      await scene.db.query<{ state: string; failure: string }>(
        "SELECT state, failure FROM deliveries WHERE kind = 'NOTICE_PUSH' AND leased_until IS NULL ORDER BY id",
      )
    ).map(({ state, failure }) => failure || state);
  const hashes = async () => (await settings.getNoticeSettings({})).settings?.pushEndpointHashes ?? [];
  return { ...scene, ada, ben, ids, settings, browsers, request, pushes, hashes };
}

test('a notice is pushed to each browser of its recipient, encrypted for it and signed by the site [NOT-05:push]', async () => {
  const { settings, browsers, request, pushes, ada, ben, service, db } = await setUp();
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  await settings.addPushSubscription(browsers.subscribe('phone'));
  await clientFor(service, NoticeSettingsService, ada).addPushSubscription(browsers.subscribe('hers'));
  await request();
  await eventually(() => expect(browsers.pushed).toHaveLength(2));
  const { notices } = await clientFor(service, NoticeService, ben).listNotices({});
  const id = notices[0]?.id ?? '';
  expect(browsers.pushed.map(({ browser }) => browser).sort()).toEqual(['laptop', 'phone']);
  expect(browsers.pushed[0]).toMatchObject({
    message: {
      id,
      title: 'Connect Request',
      text: 'Ada Lovelace would like to connect with you.',
      url: `/notifications/${id}`,
    },
    ttl: 86_400,
    topic: id.replaceAll('-', ''),
  });
  await eventually(async () => expect(await pushes()).toEqual(['SENT', 'SENT']));
  expect(JSON.stringify(await db.query('SELECT * FROM deliveries'))).not.toContain('Lovelace');
});

test('a browser that its push service has forgotten is removed, and a busy service is tried again [NOT-05:push]', async () => {
  const { settings, browsers, request, pushes, hashes, clock, said } = await setUp();
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  browsers.answers.status = 503;
  await request();
  await eventually(async () => expect(await pushes()).toEqual(['PUSH_SERVICE_UNAVAILABLE']));
  expect(said()).toContain('a push service did not take a message');
  browsers.answers.status = 201;
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(() => expect(browsers.pushed).toHaveLength(1), 15_000);
  expect(await hashes()).toHaveLength(1);
  browsers.answers.status = 410;
  await request();
  await eventually(async () => expect(await pushes()).toEqual(['SENT', 'SUBSCRIPTION_GONE']));
  expect(await hashes()).toEqual([]);
  await request();
  await eventually(async () => expect(await pushes()).toHaveLength(2));
}, 30_000);

test('a message that the push service refuses for good is not sent again', async () => {
  const { settings, browsers, request, pushes, hashes } = await setUp();
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  browsers.answers.status = 413;
  await request();
  await eventually(async () => expect(await pushes()).toEqual(['REFUSED_BY_PUSH_SERVICE']));
  expect(await hashes()).toHaveLength(1);
});

test('what was seen or withdrawn before it was pushed is not pushed', async () => {
  const { settings, browsers, request, pushes, ids, emit, clock, db } = await setUp();
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  browsers.answers.status = 503;
  await request();
  await eventually(async () => expect(await pushes()).toEqual(['PUSH_SERVICE_UNAVAILABLE']));
  await emit(ConnectionEndedSchema, { accountId: ids.requesterId, otherId: ids.recipientId });
  await eventually(async () => expect(await db.query('SELECT 1 FROM notices')).toEqual([]));
  browsers.answers.status = 201;
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await pushes()).toEqual(['NOTHING_TO_SEND']), 15_000);
  expect(browsers.pushed).toEqual([]);
}, 30_000);

test('a browser gets messages until its session ends, or the account is suspended, or it is removed [NOT-05:sign-out]', async () => {
  const { settings, service, browsers, ben, hashes, emit } = await setUp();
  const elsewhere = { ...ben, sessionId: randomUUID() };
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  await clientFor(service, NoticeSettingsService, elsewhere).addPushSubscription(browsers.subscribe('phone'));
  expect(await hashes()).toHaveLength(2);
  await emit(SessionEndedSchema, { accountId: ben.accountId, sessionId: ben.sessionId });
  await eventually(async () => expect(await hashes()).toHaveLength(1));
  const tablet = browsers.subscribe('tablet');
  await settings.addPushSubscription(tablet);
  await settings.removePushSubscription({ endpoint: tablet.endpoint });
  expect(await hashes()).toHaveLength(1);
  await emit(AccountSuspendedSchema, { accountId: ben.accountId });
  await eventually(async () => expect(await hashes()).toEqual([]));
});

test('an account has a bounded number of browsers: the oldest goes', async () => {
  const { settings, service, ada, browsers, hashes } = await setUp();
  const hers = clientFor(service, NoticeSettingsService, ada);
  const shared = { ...browsers.subscribe('x'), endpoint: 'http://127.0.0.1:1/5' };
  await hers.addPushSubscription(shared);
  for (let count = 0; count < 21; count += 1) {
    await settings.addPushSubscription({ ...shared, endpoint: `http://127.0.0.1:1/${count}` });
  }
  expect(await hashes()).toHaveLength(20);
  // Who else uses the same browser keeps theirs.
  await settings.removePushSubscription({ endpoint: shared.endpoint });
  expect(await hashes()).toHaveLength(19);
  expect((await hers.getNoticeSettings({})).settings?.pushEndpointHashes).toHaveLength(1);
});

test.each([
  'http://push.example.com/x',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://0x7f000001/x',
  'https://postgres/x',
  'https://db.internal/x',
  'https://printer.local/x',
  'https://admin.localhost/x',
  'https://push.example.com/x#y',
  'https://user@push.example.com/x',
  'https://:secret@push.example.com/x',
  'ftp://push.example.com/x',
  'javascript:alert(1)',
  'push.example.com',
])('an address of a browser that leads to no public push service is refused: %s [NOT-05:address]', async (endpoint) => {
  expect(isPushAddress(endpoint, false)).toBe(false);
});

test('an address on the public internet is one of a push service [NOT-05:address]', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://1.1.1.1/x',
    'https://push.example.com./x',
  ]) {
    expect(isPushAddress(endpoint, false)).toBe(true);
  }
  expect(isPushAddress('http://127.0.0.1:1/x', true)).toBe(true);
});

test('a push message that waits while its channel is turned off is not sent [NOT-05:push]', async () => {
  const { settings, browsers, request, pushes, clock } = await setUp();
  await settings.addPushSubscription(browsers.subscribe('laptop'));
  browsers.answers.status = 503;
  await request();
  await eventually(async () => expect(await pushes()).toEqual(['PUSH_SERVICE_UNAVAILABLE']));
  const channel = NoticeChannel.PUSH;
  await settings.setNoticeChannel({ kind: NoticeKind.CONNECTION_REQUESTED, channel, enabled: false });
  browsers.answers.status = 201;
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await pushes()).toEqual(['RECIPIENT_REFUSED']), 15_000);
  expect(browsers.pushed).toEqual([]);
}, 30_000);

test('a browser is refused whose address or keys are not what browsers have [NOT-05:address]', async () => {
  const { settings, browsers, hashes } = await setUp({ PUSH_LOOPBACK: '0' });
  const given = { ...browsers.subscribe('laptop'), endpoint: 'https://fcm.googleapis.com/fcm/send/abc' };
  const refused = { code: Code.InvalidArgument, reason: 'INVALID_INPUT' };
  await expect(settings.addPushSubscription({ ...given, endpoint: 'http://127.0.0.1/x' })).rejects.toMatchObject(
    refused,
  );
  await expect(settings.addPushSubscription({ ...given, p256dh: 'AAAA' })).rejects.toMatchObject(refused);
  await expect(settings.addPushSubscription({ ...given, auth: '<>' })).rejects.toMatchObject(refused);
  expect(await hashes()).toEqual([]);
  await settings.addPushSubscription(given);
  expect(await hashes()).toHaveLength(1);
});

test('a name that resolves to this network is refused at the connection [NOT-05:address]', async () => {
  const looked = (name: string, options = {}) =>
    new Promise((resolve) => publicLookup(name, options, (error, ...found) => resolve(error ?? found)));
  expect(await looked('localhost')).toMatchObject({ name: 'AddressNotAllowedError' });
  // No host has so long a name.
  expect(await looked('x'.repeat(64))).toMatchObject({ syscall: 'getaddrinfo' });
  expect(await looked('1.1.1.1')).toEqual(['1.1.1.1', 4]);
  expect(await looked('1.1.1.1', { all: true })).toEqual([[{ address: '1.1.1.1', family: 4 }], undefined]);
});

async function carrierTo({ allowsLoopback = true } = {}) {
  const keys = pushKeysOf('secret');
  const browsers = await pushService(() => keys.publicKey);
  const clock = fixedClock(new Date().toISOString());
  const carrier = pushCarrier({ keys, contact: 'mailto:site@example.com', allowsLoopback, clock });
  atEnd(() => carrier.close());
  const send = (to: ReturnType<typeof browsers.subscribe>, more = {}) =>
    carrier.send(to, { id: randomUUID(), title: 'T', text: 't', url: '/notifications/a', ...more });
  return { browsers, clock, send };
}

test.each([
  [200, undefined],
  [302, 'Error'],
  [400, 'PushRefusedError'],
  [404, 'SubscriptionGoneError'],
  [408, 'Error'],
  [410, 'SubscriptionGoneError'],
  [413, 'PushRefusedError'],
  [429, 'Error'],
  [500, 'Error'],
])('a push service that answers %i has taken, forgotten, refused or delayed a message: %s', async (status, name) => {
  const { send, browsers } = await carrierTo();
  browsers.answers.status = status;
  const failure = await send(browsers.subscribe('laptop')).catch((error: Error) => error.name);
  expect(failure).toBe(name);
});

test('what is no key of a browser, or leads to no public push service, is refused before anything is sent [NOT-05:address]', async () => {
  const { send, browsers } = await carrierTo();
  const laptop = browsers.subscribe('laptop');
  const p256dh = Buffer.alloc(65, 4).toString('base64url');
  await expect(send({ ...laptop, p256dh })).rejects.toMatchObject({ name: 'PushRefusedError' });
  const strict = await carrierTo({ allowsLoopback: false });
  await expect(strict.send(laptop)).rejects.toMatchObject({ name: 'AddressNotAllowedError' });
  expect(browsers.posts()).toBe(0);
});

test('an answer that is longer than a push service needs is not read to its end', async () => {
  const ENDLESS_BYTES = 64 * 1_024 * 1_024;
  const ended = Promise.withResolvers<number>();
  const server = createServer((_request, response) => {
    let sent = 0;
    const more = () => {
      sent += 65_536;
      if (sent === ENDLESS_BYTES) response.end();
      else if (!response.closed) response.write(Buffer.alloc(65_536), more);
    };
    response.on('close', () => ended.resolve(sent));
    response.writeHead(201);
    more();
  });
  const port = await listenLocally(server);
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { send, browsers } = await carrierTo();
  await send({ ...browsers.subscribe('laptop'), endpoint: `http://127.0.0.1:${port}/laptop` });
  expect(await ended.promise).toBeLessThan(ENDLESS_BYTES);
});

test('messages to one push service share a connection, and a token for six hours', async () => {
  const { browsers, clock, send } = await carrierTo();
  const [laptop, phone] = [browsers.subscribe('laptop'), browsers.subscribe('phone')];
  for (const to of [laptop, phone, laptop]) await send(to);
  clock.advance(6 * 60 * 60 * 1_000);
  await send(phone);
  expect([browsers.posts(), browsers.connections(), browsers.authorizations()]).toEqual([4, 1, 1]);
  clock.advance(1);
  await send(phone);
  expect([browsers.pushed.length, browsers.connections(), browsers.authorizations()]).toEqual([5, 1, 2]);
});

test('what a browser shows is of bounded length, as its push service takes only short messages', async () => {
  const { browsers, send } = await carrierTo();
  await send(browsers.subscribe('laptop'), { title: 'T'.repeat(121), text: 't'.repeat(301) });
  const { title = '', text = '' } = browsers.pushed[0]?.message ?? {};
  expect([title.length, text.length]).toEqual([120, 300]);
});

test('the keys of a site are made of its secret alone, and are points of P-256', () => {
  const keys = pushKeysOf('a secret of this site');
  expect(pushKeysOf('a secret of this site')).toEqual(keys);
  expect(pushKeysOf('another')).not.toEqual(keys);
  expect([Buffer.from(keys.publicKey, 'base64url').length, Buffer.from(keys.privateKey, 'base64url').length]).toEqual([
    65, 32,
  ]);
});
