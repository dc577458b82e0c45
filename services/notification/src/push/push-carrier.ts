import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { Clock } from '@marquee/runtime/clock';
import { ownCache } from '@marquee/runtime/shared-caches';
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
/** Push services whose token is kept: browsers have few, but anybody can name one. */
const SERVICES_MAX = 100;
/** A token is accepted for a day at most (RFC 8292, 2). */
const TOKEN_MS = 12 * 60 * 60 * 1_000;
/** It is used for so long, so that it does not expire on its way. */
const TOKEN_USED_MS = TOKEN_MS / 2;
const GONE = [404, 410];
const PASSING = [408, 429];
/** Of an answer, of which only the status counts. */
const ANSWER_BYTES_MAX = 64 * 1_024;

type Options = {
  keys: PushKeys;
  /** How a push service reaches who runs the site: a mailto: or https: address. */
  contact: string;
  allowsLoopback: boolean;
  clock: Clock;
};

/** Messages to browsers over Web Push (RFC 8030), encrypted for each (RFC 8291). */
export function pushCarrier({ keys, contact, allowsLoopback, clock }: Options): PushCarrier {
  const authorizationFor = authorizations({ keys, contact, clock });
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_PER_SERVICE_MAX, lookup: publicLookup });
  const allows = (endpoint: string) => isPushAddress(endpoint, allowsLoopback);
  return {
    publicKey: keys.publicKey,
    allows,
    async send({ endpoint, p256dh, auth }, message) {
      if (!allows(endpoint)) throw new AddressNotAllowedError();
      const { headers, body } = detailsOf({ endpoint, keys: { p256dh, auth } }, message);
      const signed = { ...headers, Authorization: authorizationFor(new URL(endpoint).origin) };
      const status = await post(endpoint, signed, body, agent);
      if (status < 300) return;
      if (GONE.includes(status)) throw new SubscriptionGoneError('The browser has no subscription any more');
      // Everything else of 4xx is about the message or the keys.
      if (status < 400 || status >= 500 || PASSING.includes(status)) {
        throw new Error(`The push service answered ${status}`);
      }
      throw new PushRefusedError(`The push service answered ${status}`);
    },
    close: () => agent.destroy(),
  };
}

/** What shows push services that a message is of this site. A signature costs as much as the encryption, so it is kept. */
function authorizations({ keys, contact, clock }: Pick<Options, 'keys' | 'contact' | 'clock'>) {
  const kept = ownCache<string>({ maxEntries: SERVICES_MAX, clock });
  return (origin: string): string => {
    const known = kept.find(origin, () => true);
    if (known) return known;
    const now = clock.now().getTime();
    const { publicKey, privateKey } = keys;
    const until = Math.floor((now + TOKEN_MS) / 1_000);
    const signed = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm', until);
    kept.set(origin, signed.Authorization, new Date(now + TOKEN_USED_MS));
    return signed.Authorization;
  };
}

function detailsOf(subscription: webPush.PushSubscription, { id, title, text, url }: PushMessage) {
  const payload = JSON.stringify({
    id,
    title: title.slice(0, TITLE_CHARACTERS_MAX),
    text: text.slice(0, TEXT_CHARACTERS_MAX),
    url,
  });
  try {
    return webPush.generateRequestDetails(subscription, payload, {
      TTL: KEPT_SECONDS,
      // The same at each attempt: a repeated message takes the place of the first one while it waits (RFC 8030, 5.4).
      topic: id.replaceAll('-', ''),
    });
  } catch (cause) {
    // Keys that are no point of the curve: they came from outside.
    throw new PushRefusedError('The keys of a subscription are not valid', { cause });
  }
}

/** Posts without following a redirection. Of the answer only the status counts; its rest is read, to keep the connection. */
function post(endpoint: string, headers: Record<string, string>, body: Buffer | null, agent: Agent): Promise<number> {
  const isSecure = endpoint.startsWith('https:');
  const options = { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
  return new Promise((resolve, reject) => {
    const sent = isSecure ? httpsRequest(endpoint, { ...options, agent }) : httpRequest(endpoint, options);
    sent.on('response', (answer) => {
      let received = 0;
      answer.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > ANSWER_BYTES_MAX) answer.destroy();
      });
      // The message was accepted or refused already.
      answer.on('error', () => {});
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
