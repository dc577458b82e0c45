import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import webPush from 'web-push';
import { AddressNotAllowedError, isPushAddress, publicLookup } from './push-address.ts';
import type { PushKeys } from './push-keys.ts';
import type { PushTarget } from './push-subscriptions.ts';

/** What a browser shows. */
type PushMessage = { id: string; title: string; text: string; url: string };

/** The push service has this browser no more (404 or 410, RFC 8030, 7.3). */
export class SubscriptionGoneError extends Error {
  override readonly name = 'SubscriptionGoneError';
}

/** The push service refused the message, and would refuse it again. */
export class PushRefusedError extends Error {
  override readonly name = 'PushRefusedError';
}

export type PushCarrier = {
  publicKey: string;
  allows(endpoint: string): boolean;
  /**
   * Resolves once the push service has accepted the message.
   *
   * @throws SubscriptionGoneError, PushRefusedError, AddressNotAllowedError; any other error when a retry may succeed
   */
  send(target: PushTarget, message: PushMessage): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 10_000;
const KEPT_SECONDS = 86_400;
const TITLE_CHARACTERS_MAX = 120;
const TEXT_CHARACTERS_MAX = 300;
const SOCKETS_PER_SERVICE_MAX = 16;

type Options = {
  keys: PushKeys;
  /** How a push service reaches who runs the site: a mailto: or https: address. */
  contact: string;
  allowsLoopback: boolean;
};

/** Messages to browsers over Web Push (RFC 8030), encrypted for each (RFC 8291). */
export function pushCarrier({ keys, contact, allowsLoopback }: Options): PushCarrier {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_PER_SERVICE_MAX, lookup: publicLookup });
  const allows = (endpoint: string) => isPushAddress(endpoint, allowsLoopback);
  return {
    publicKey: keys.publicKey,
    allows,
    async send({ endpoint, p256dh, auth }, message) {
      if (!allows(endpoint)) throw new AddressNotAllowedError();
      const { headers, body } = detailsOf({ endpoint, keys: { p256dh, auth } }, message, { keys, contact });
      const status = await post(endpoint, headers, body, agent);
      if (status === 404 || status === 410) throw new SubscriptionGoneError('The browser has no subscription any more');
      // 429 and 5xx pass; everything else is about the message or the keys.
      if (status >= 400 && status < 500 && status !== 429 && status !== 408) {
        throw new PushRefusedError(`The push service answered ${status}`);
      }
      if (status < 200 || status >= 300) throw new Error(`The push service answered ${status}`);
    },
    close: () => agent.destroy(),
  };
}

function detailsOf(
  subscription: webPush.PushSubscription,
  { id, title, text, url }: PushMessage,
  { keys, contact }: Pick<Options, 'keys' | 'contact'>,
) {
  const payload = JSON.stringify({
    id,
    title: title.slice(0, TITLE_CHARACTERS_MAX),
    text: text.slice(0, TEXT_CHARACTERS_MAX),
    url,
  });
  try {
    return webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject: contact, ...keys },
      TTL: KEPT_SECONDS,
      // The same at each attempt: a repeated message takes the place of the first one while it waits (RFC 8030, 5.4).
      topic: id.replaceAll('-', ''),
    });
  } catch (cause) {
    // Keys that are no point of the curve: they came from outside.
    throw new PushRefusedError('The keys of a subscription are not valid', { cause });
  }
}

/** Posts without following a redirection, and reads no answer but its status. */
function post(endpoint: string, headers: Record<string, string>, body: Buffer | null, agent: Agent): Promise<number> {
  const isSecure = endpoint.startsWith('https:');
  const options = { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
  return new Promise((resolve, reject) => {
    const sent = isSecure ? httpsRequest(endpoint, { ...options, agent }) : httpRequest(endpoint, options);
    sent.on('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
