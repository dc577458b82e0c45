import type { IncomingMessage, ServerResponse } from 'node:http';
import { holderOf } from '@marquee/runtime/network';
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
/** More than the players of a hall behind one address ask for when a film ends for all of them. */
const WRONG_A_MINUTE = 600;
const STREAM = /^\/rpc\/realtime\.v1\.RealtimeService\//i;

/**
 * Refuses the request of an address that holds its share of what is open already. Who asked for much that is not there, or with
 * tokens or keys that are none, has a small share of these for the rest of the minute.
 */
export function requestShares(
  addressOf: (request: IncomingMessage) => string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const [uploads, others] = [new OpenBodies(UPLOAD_BODIES), new OpenBodies(OTHER_BODIES)];
  const [answers, files, guesses] = [new Shares(OPEN_ANSWERS), new Shares(OPEN_FILES), new Shares(OPEN_GUESSES)];
  const wrong = new MinuteCounts(() => performance.now());
  return (request, response) => {
    const address = addressOf(request);
    const bodies = sendsFile(request) ? uploads : others;
    if (!bodies.admit(request, response, address)) return false;
    if (STREAM.test(request.url ?? '')) return true;
    const own = readsFile(request) ? files : answers;
    if (own === answers && !isOfWorker(request)) return answers.admit(response, address);
    const holder = holderOf(address);
    response.once('close', () => WRONG.has(response.statusCode) && wrong.add(holder));
    return (wrong.of(holder) < WRONG_A_MINUTE ? own : guesses).admit(response, address);
  };
}
