import { endpointHash } from '../features/notices/push-bytes.ts';

const SERVICE = '/rpc/notification.v1.NoticeSettingsService';

type Subscription = { toJSON(): { endpoint?: string; keys?: Record<string, string> } };

/** What the browser tells the worker of a subscription that it has replaced. Some browsers leave the old or the new one out. */
export type PushChange = { oldSubscription?: { endpoint: string } | null; newSubscription?: Subscription | null };

type Browser = {
  fetch: typeof globalThis.fetch;
  subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<Subscription>;
};

/**
 * Keeps push messages of the account that is signed in coming to a browser that has renewed its subscription [NOT-05]: the
 * new one is added in place of the old one, if the account had turned that on.
 */
export async function renewPush(
  { fetch, subscribe }: Browser,
  { oldSubscription, newSubscription }: PushChange,
): Promise<void> {
  if (!oldSubscription) return;
  const call = async (method: string, request: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${SERVICE}/${method}`, { method: 'POST', headers, body: JSON.stringify(request) });
    if (!answer.ok) throw new Error(`${method} answered ${answer.status}`);
    return answer.json();
  };
  const { settings } = await call('GetNoticeSettings', {});
  const { pushPublicKey, pushEndpointHashes = [] } = settings;
  if (!pushEndpointHashes.includes(await endpointHash(oldSubscription.endpoint))) return;
  const renewed = newSubscription ?? (await subscribe({ userVisibleOnly: true, applicationServerKey: pushPublicKey }));
  const { endpoint, keys } = renewed.toJSON();
  await call('AddPushSubscription', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  if (endpoint !== oldSubscription.endpoint) {
    await call('RemovePushSubscription', { endpoint: oldSubscription.endpoint });
  }
}
