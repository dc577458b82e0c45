import type { IncomingMessage } from 'node:http';
import { DomainError } from '@marquee/runtime/errors';
import type { Logger } from '@marquee/runtime/log';
import { holderOf } from '@marquee/runtime/network';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { ShareContent } from './compose-picture.ts';
import { type SharedThing, type SharedThings, sharedThing } from './share-picture-content.ts';
import { DrawerBusy, type SharePictureDrawer } from './share-picture-drawer.ts';

/** Where the share pictures of public pages are. */
export const SHARE_PICTURES = '/share/:kind/:id.png';

const CACHE_BYTES_MAX = 32 * 1024 * 1024;
const IMAGE_BYTES_MAX = 2 * 1024 * 1024;
const IMAGE_TIMEOUT_MS = 3_000;
/** Of an address and minute: each asks a service what there is to show. */
const ASKED_PER_MINUTE_MAX = 120;
/** Of those that are not drawn yet, an address and minute. */
const DRAWN_PER_MINUTE_MAX = 30;
const KEPT = 'public, max-age=300';
const IMAGE_PATH = /^\/media\/images\/[\w/-]+\/\d+\.jpg$/;
const KINDS: Record<string, ShareContent['kind']> = { profiles: 'profile', films: 'film' };

type Options = {
  things: SharedThings;
  drawer: Pick<SharePictureDrawer, 'draw'>;
  mediaUrl: string;
  limits: RateLimits;
  addressOf: (request: IncomingMessage) => string;
  log: Logger;
};

type Drawn = { png: Uint8Array; isWhole: boolean };

/**
 * Answers with the picture that a shared link to a profile or film shows [PRO-19]: for what a visitor may see, and else 404
 * as the page does. A picture is drawn once for each version of what it shows.
 */
export function sharePictures({ things, drawer, mediaUrl, limits, addressOf, log }: Options) {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const drawing = new Map<string, Promise<Drawn>>();

  const drawOnce = async (key: string, { content, image }: SharedThing): Promise<Drawn> => {
    const jpeg = image && (await readImage(mediaUrl, image.path).catch(() => undefined));
    const png = await drawer.draw({ ...content, ...(image && jpeg && { image: { jpeg, shape: image.shape } }) });
    const isWhole = !image || jpeg !== undefined;
    if (isWhole) cache.set(key, png);
    return { png, isWhole };
  };

  return async (request: Request<{ kind: string; id: string }>, response: Response): Promise<void> => {
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers })
        .end(status === 404 ? 'Not found.\n' : 'Please try again in a moment.\n');
    const kind = KINDS[request.params.kind];
    const count = (name: string, points: number) =>
      limits.consume(name, holderOf(addressOf(request)), { points, durationS: 60 });
    try {
      await count('share-pictures-asked', ASKED_PER_MINUTE_MAX);
      const thing = kind && (await sharedThing(things, kind, request.params.id));
      if (!kind || !thing) return refuse(404);
      const key = `${kind}:${request.params.id}:${thing.version}`;
      const etag = `"${thing.version}"`;
      if (request.headers['if-none-match'] === etag) {
        return void response.writeHead(304, { etag, 'cache-control': KEPT }).end();
      }
      const kept = cache.get(key);
      let drawn: Drawn | undefined = kept && { png: kept, isWhole: true };
      if (!drawn) {
        await count('share-pictures', DRAWN_PER_MINUTE_MAX);
        let begun = drawing.get(key);
        if (!begun) {
          begun = drawOnce(key, thing).finally(() => drawing.delete(key));
          drawing.set(key, begun);
        }
        drawn = await begun;
      }
      response.writeHead(200, {
        ...{ 'content-type': 'image/png', 'content-length': drawn.png.byteLength },
        ...(drawn.isWhole ? { 'cache-control': KEPT, etag } : { 'cache-control': 'no-store' }),
      });
      response.end(drawn.png);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'EXHAUSTED') return refuse(429, { 'retry-after': '60' });
      if (!(error instanceof DrawerBusy)) log.warn({ err: error }, 'a share picture could not be drawn');
      refuse(503, { 'retry-after': '5' });
    }
  };
}

/** A picture of media's; nothing when it is too large or no picture of ours. */
async function readImage(mediaUrl: string, path: string): Promise<Uint8Array | undefined> {
  if (!IMAGE_PATH.test(path)) return undefined;
  const answer = await fetch(new URL(path, mediaUrl), { signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) });
  const bytes: Uint8Array[] = [];
  let size = 0;
  if (!answer.ok || !answer.body) return undefined;
  for await (const part of answer.body) {
    size += part.byteLength;
    if (size > IMAGE_BYTES_MAX) return undefined;
    bytes.push(part);
  }
  return Buffer.concat(bytes);
}
