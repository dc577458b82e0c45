import { endpointHash } from '../features/notices/push-bytes.ts';
import { renewPush } from './renew-push.ts';

const OLD = 'https://push.example/old';
const NEW = { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } };
const subscription = (json = NEW) => ({ toJSON: () => json });

/** A browser whose account has these browsers, and all that it asks the gateway. */
async function browser(endpoints: string[], { status = 200 } = {}) {
  const asked: [string, unknown][] = [];
  const subscribed: object[] = [];
  const pushEndpointHashes = await Promise.all(endpoints.map(endpointHash));
  return {
    asked,
    subscribed,
    fetch: (async (url, init) => {
      const method = String(url).replace('/rpc/notification.v1.NoticeSettingsService/', '');
      asked.push([method, JSON.parse(String(init?.body))]);
      const settings = { pushPublicKey: 'key', ...(endpoints.length > 0 && { pushEndpointHashes }) };
      return Response.json(method === 'GetNoticeSettings' ? { settings } : {}, { status });
    }) as typeof fetch,
    subscribe: async (options: object) => {
      subscribed.push(options);
      return subscription();
    },
  };
}
const renewed = [
  ['GetNoticeSettings', {}],
  ['AddPushSubscription', { endpoint: NEW.endpoint, p256dh: 'p', auth: 'a' }],
  ['RemovePushSubscription', { endpoint: OLD }],
];

test('a browser that renewed its subscription gets push messages by the new one [NOT-05:renewed]', async () => {
  const given = await browser(['https://push.example/phone', OLD]);
  await renewPush(given, { oldSubscription: { endpoint: OLD }, newSubscription: subscription() });
  expect(given.asked).toEqual(renewed);
  expect(given.subscribed).toEqual([]);
});

test('a browser that only says that the old one ended subscribes by the key of the site [NOT-05:renewed]', async () => {
  const given = await browser([OLD]);
  await renewPush(given, { oldSubscription: { endpoint: OLD }, newSubscription: null });
  expect(given.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'key' }]);
  expect(given.asked).toEqual(renewed);
});

test('the same address with new keys is added and not removed', async () => {
  const given = await browser([OLD]);
  const newSubscription = subscription({ ...NEW, endpoint: OLD });
  await renewPush(given, { oldSubscription: { endpoint: OLD }, newSubscription });
  expect(given.asked.map(([method]) => method)).toEqual(['GetNoticeSettings', 'AddPushSubscription']);
});

test('push messages that the account has not turned on here stay off [NOT-05:renewed]', async () => {
  for (const endpoints of [[], ['https://push.example/phone']]) {
    const given = await browser(endpoints);
    await renewPush(given, { oldSubscription: { endpoint: OLD }, newSubscription: subscription() });
    expect(given.asked.map(([method]) => method)).toEqual(['GetNoticeSettings']);
  }
  const unknown = await browser([OLD]);
  await renewPush(unknown, { oldSubscription: null, newSubscription: subscription() });
  expect(unknown.asked).toEqual([]);
});

test('without a session nothing is added', async () => {
  const given = await browser([OLD], { status: 401 });
  const change = { oldSubscription: { endpoint: OLD }, newSubscription: subscription() };
  await expect(renewPush(given, change)).rejects.toThrow('GetNoticeSettings answered 401');
  expect(given.asked).toHaveLength(1);
});
