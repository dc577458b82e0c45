import type { IncomingMessage, ServerResponse } from 'node:http';
import { atMost } from '@marquee/runtime/at-most';
import { holderOf } from '@marquee/runtime/network';
import { LRUCache } from 'lru-cache';
import { isOfWorker, readsFile, sendsFile } from './media-routes.ts';
import { MinuteCounts } from './minute-counts.ts';
import { OpenBodies, type OpenBodiesOptions } from './open-bodies.ts';
import { Shares } from './shares.ts';

/** Fewer than half a KiB a second is no line that films are sent over. */
const PROGRESS = { progressMs: 30_000, progressBytesMin: 16 * 1024 };
const UPLOAD_BODIES: OpenBodiesOptions = { perAddressMax: 24, perNetworkMax: 48, until: 'answered', ...PROGRESS };
/** Of calls and forms, each of which has its deadline. */
const OTHER_BODIES: OpenBodiesOptions = { perAddressMax: 64, perNetworkMax: 256, until: 'arrived', ...PROGRESS };
/** Answers that are made or on their way to their clients. Of streams there is a limit for each account (realtime-rpc.ts). */
const OPEN_ANSWERS = { perAddressMax: 256, perNetworkMax: 1_024 };
/** Of these, pictures and parts of films: each holds a connection to media until its client has read it. */
const OPEN_FILES = { perAddressMax: 128, perNetworkMax: 256 };
const OPEN_GUESSES = { perAddressMax: 4, perNetworkMax: 8 };
const WRONG = new Set([401, 403, 404]);
const DENIED = new Set([401, 403]);
/** What media answers once it has accepted a token or a key. */
const RIGHT = new Set([200, 206, 304]);
/** More than the players of a hall behind one address ask for when a film ends for all of them. */
const WRONG_A_MINUTE = 600;
const STREAM = /^\/rpc\/realtime\.v1\.RealtimeService\//i;
const PLAYBACK_TOKEN = /^\/v\/([^/?]+)\//i;
const GOOD_MAX = 20_000;

export type RequestSharesOptions = {
  addressOf: (request: IncomingMessage) => string;
  /** Whose session the request's was when it was last good. */
  accountOf: (request: IncomingMessage) => string | undefined;
};

/**
 * Refuses the request of an address that holds its share of what is open already. Who asked for much that is not there, or with
 * tokens or keys that are none, has a small share of these for the rest of the minute: the address, but for accounts that
 * signed in there and tokens and keys that were good, each of which answers for itself.
 */
export function requestShares({
  addressOf,
  accountOf,
}: RequestSharesOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const [uploads, others] = [new OpenBodies(UPLOAD_BODIES), new OpenBodies(OTHER_BODIES)];
  const [answers, files, guesses] = [new Shares(OPEN_ANSWERS), new Shares(OPEN_FILES), new Shares(OPEN_GUESSES)];
  const wrong = new MinuteCounts(() => performance.now());
  const good = new LRUCache<string, true>(atMost(GOOD_MAX));
  return (request, response) => {
    const address = addressOf(request);
    const bodies = sendsFile(request) ? uploads : others;
    if (!bodies.admit(request, response, address)) return false;
    if (STREAM.test(request.url ?? '')) return true;
    const own = readsFile(request) ? files : answers;
    if (own === answers && !isOfWorker(request)) return answers.admit(response, address);
    const shown = credentialOf(request);
    const known = accountOf(request) ?? (shown && good.has(shown) ? shown : undefined);
    const blamed = known === undefined ? holderOf(address) : `known ${known}`;
    response.once('close', () => {
      if (WRONG.has(response.statusCode)) wrong.add(blamed);
      // A token that has expired answers for nobody.
      if (shown && DENIED.has(response.statusCode)) good.delete(shown);
      else if (shown && response.headersSent && RIGHT.has(response.statusCode)) good.set(shown, true);
    });
    return (wrong.of(blamed) < WRONG_A_MINUTE ? own : guesses).admit(response, address);
  };
}

/** The playback token, or the key of a worker, that a request shows. */
function credentialOf(request: IncomingMessage): string | undefined {
  return isOfWorker(request) ? request.headers.authorization : PLAYBACK_TOKEN.exec(request.url ?? '')?.[1];
}
