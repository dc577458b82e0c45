import { NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { client } from '../../api/browser/client.ts';
import { base64url, endpointHash } from './push-bytes.ts';

/** Whether this browser shows notifications: it cannot, its person refused, it does not yet, or it does. */
export type PushState = 'unsupported' | 'refused' | 'off' | 'on';

const WORKER_MS_MAX = 10_000;

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The state of this browser for the account whose browsers have these hashes. */
export async function pushState(endpointHashes: readonly string[]): Promise<PushState> {
  if (!canPush()) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  const registration = await registrationSoon();
  const subscription = await registration?.pushManager.getSubscription();
  if (!registration) return 'unsupported';
  return subscription && endpointHashes.includes(await endpointHash(subscription.endpoint)) ? 'on' : 'off';
}

/** The worker of this site, which a first visit registers once its page has loaded; undefined where none comes. */
function registrationSoon(): Promise<ServiceWorkerRegistration | undefined> {
  const none = new Promise<undefined>((resolve) => setTimeout(resolve, WORKER_MS_MAX));
  // `ready` waits for ever in a page without a worker.
  return Promise.race([navigator.serviceWorker.ready, none]);
}

/** Asks the person, and sends push messages to this browser from then on. Returns the new state. */
export async function turnOnPush(publicKey: string): Promise<PushState> {
  if (!canPush()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribed(pushManager, publicKey);
  const { endpoint, keys } = subscription.toJSON();
  await client(NoticeSettingsService).addPushSubscription({
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  });
  return 'on';
}

/** Sends this account's messages to this browser no more. Another account of the browser keeps its own. */
export async function turnOffPush(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await client(NoticeSettingsService).removePushSubscription({ endpoint: subscription.endpoint });
  return 'off';
}

async function subscribed(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const kept = await pushManager.getSubscription();
  const keptKey = kept?.options.applicationServerKey;
  if (kept && keptKey && base64url(keptKey) === publicKey) return kept;
  // Of an earlier key of this site, by which nothing arrives any more.
  await kept?.unsubscribe();
  return pushManager.subscribe(options);
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
