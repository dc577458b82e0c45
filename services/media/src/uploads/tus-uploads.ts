import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '@marquee/data/ids';
import { canonicalId } from '@marquee/runtime/canonical-id';
import { newCall, runInCall } from '@marquee/runtime/context';
import { DomainError } from '@marquee/runtime/errors';
import { closeOnceRead } from '@marquee/runtime/http/discard-rest';
import { type Locks, memoryLocks } from '@marquee/runtime/locks';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import { transact } from '@marquee/service/use-case';
import { type DataStore, Server, type Upload } from '@tus/server';
import * as assets from '../assets/assets.ts';
import { RETRY_AFTER_S, refusalBody, statusOf } from '../http/http-errors.ts';
import type { MediaResources } from '../resources.ts';
import { asRefusal } from '../storage/storage-errors.ts';
import { checkedHeads } from './checked-heads.ts';
import { createUpload } from './create-upload.ts';
import { dropUpload, finishUpload } from './finish-upload.ts';
import { findSender, isSentBy, type RequestHeaders, type ViewerOf } from './sender.ts';
import { type FindUpload, uploadBytes } from './upload-bytes.ts';
import { uploadHeld, uploadNotFound, uploadNotYours, uploadsPaused } from './upload-errors.ts';
import { ownAndShared, unlocked, uploadLocker } from './upload-locker.ts';

export const UPLOADS_PATH = '/uploads';
// How long a request may run on after a newer request for the same upload asked it to stop.
const LOCK_DRAIN_MS = 1_000;

export type Uploads = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Refuses new requests and ends running ones: received bytes are kept and acknowledged, so that clients resume with
   * another process. Resolves when no request is being processed; answers may still be on their way.
   */
  drain(): Promise<void>;
};

/**
 * Resumable uploads by tus. Each upload is a row of `assets`. Knowing the address of an upload gives no access: POST, PATCH,
 * HEAD and DELETE each check the viewer. `locks` keep two requests of one upload apart; replicas need shared ones.
 */
export function tusUploads(resources: MediaResources, viewerOf: ViewerOf, locks?: Locks): Uploads {
  const { log } = resources;
  const locker = uploadLocker(locks ? ownAndShared(locks, log) : memoryLocks());

  const senderOf = (headers: RequestHeaders) => findSender(resources, headers, viewerOf);

  async function ownUpload(headers: RequestHeaders, id: string): Promise<assets.AssetRow> {
    const sender = await senderOf(headers);
    const asset = await assets.get(resources.db, id);
    if (!asset) throw uploadNotFound();
    if (!isSentBy(asset, sender)) throw uploadNotYours();
    return asset;
  }

  const server = new TusServer({
    path: UPLOADS_PATH,
    datastore: checkedHeads(
      resources,
      removingWhatFails(resources, uploadBytes(resources).dataStore(findInTable(resources))),
    ),
    locker: (request) => (request.method === 'POST' ? unlocked : locker),
    lockDrainTimeout: LOCK_DRAIN_MS,
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: [],
    namingFunction: () => newId(),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') await senderOf(request.headers);
      else await ownUpload(request.headers, id);
    },
    async onUploadCreate(request, upload) {
      const sender = await senderOf(request.headers);
      // tus writes an empty value as none.
      const given = Object.entries(upload.metadata ?? {}).filter(([, value]) => value !== null);
      const viewerToken = request.headers.get(metadataNames.viewerToken) ?? undefined;
      await runInCall(newCall({ viewer: viewerOf(request.headers), viewerToken }), () =>
        createUpload(resources, sender, upload.id, upload.size ?? 0, Object.fromEntries(given)),
      );
      return {};
    },
    async onUploadFinish(_, upload) {
      await finishUpload(resources, upload.id, upload.size ?? 0);
      return {};
    },
    onResponseError(_, thrown) {
      // Errors of tus itself carry their status.
      if ('status_code' in thrown) return undefined;
      const error = asRefusal(thrown);
      if (!(error instanceof DomainError) || error.cause) log.error({ err: thrown }, 'an upload request failed');
      return { status_code: statusOf(error), body: refusalBody(error) };
    },
  });

  /** HEAD of a finished upload answers its full length, so that a client that missed the last answer is done. */
  async function headOfFinished(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== 'HEAD') return false;
    const asset = await ownUpload(headersOf(request), idOf(request));
    if (asset.state === 'UPLOADING') return false;
    const length = String(asset.sizeBytes);
    const headers = { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store', 'Upload-Offset': length };
    response.writeHead(200, { ...headers, 'Upload-Length': length }).end();
    return true;
  }

  /** Deletes a cancelled upload with its row. */
  async function cancel(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== 'DELETE') return false;
    const asset = await ownUpload(headersOf(request), idOf(request));
    const isGone = await transact(resources, async ({ tx }) => {
      const locked = await assets.lock(tx, asset.id);
      if (locked?.state !== 'UPLOADING') return false;
      await dropUpload(tx, locked.id);
      return true;
    });
    if (!isGone) throw uploadNotFound();
    await uploadBytes(resources).discard(asset.id);
    response.writeHead(204, { 'Tus-Resumable': '1.0.0' }).end();
    return true;
  }

  const running = new Set<Promise<unknown>>();
  let isDraining = false;
  function tracked<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    return work.finally(() => running.delete(work));
  }
  // `handle` also waits until the answer is sent, which never happens on a broken connection.
  // biome-ignore lint/complexity/useLiteralKeys: private by type
  const handler = server['handler'].bind(server);
  // biome-ignore lint/complexity/useLiteralKeys: private by type
  server['handler'] = (request: unknown) => tracked(handler(request));

  return {
    async handle(request, response) {
      if (isDraining) throw uploadsPaused();
      // Locks and files have the id as it is asked for.
      request.url = canonicalPath(request.url ?? '');
      if (await tracked(headOfFinished(request, response))) return;
      if (await tracked(cancel(request, response))) return;
      if (isDraining) throw uploadsPaused();
      // An upload that pauses is acknowledged while its client is still sending.
      closeOnceRead(request, response);
      await server.handle(request, response);
    },
    async drain() {
      isDraining = true;
      locker.leave();
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Adds Retry-After to each 503. */
class TusServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status === 503) headers.set('Retry-After', RETRY_AFTER_S);
    return super.write(context, headers, status, body);
  }
}

/** Deletes the row of an upload that could not begin, so that it does not count against its maker. */
function removingWhatFails(resources: MediaResources, store: DataStore): DataStore {
  const create = store.create.bind(store);
  store.create = async (upload: Upload) => {
    try {
      return await create(upload);
    } catch (error) {
      await transact(resources, ({ tx }) => dropUpload(tx, upload.id));
      throw error;
    }
  };
  return store;
}

/** The length and age of an upload, from its row. */
function findInTable({ db }: MediaResources): FindUpload {
  return async (id) => {
    const asset = await assets.get(db, id);
    if (!asset) return undefined;
    // Another request has finished it: the client retries, asks for the offset, and gets the full length.
    if (asset.state !== 'UPLOADING') throw uploadHeld();
    const metadata = { filename: asset.fileName, slot: asset.slot, filmId: asset.filmId ?? '' };
    return { id, sizeBytes: Number(asset.sizeBytes), metadata, createdAt: asset.createdAt };
  };
}

const canonicalPath = (path: string) => path.split('/').map(canonicalId).join('/');

const idOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0]?.slice(UPLOADS_PATH.length + 1) ?? '';

export function headersOf(request: IncomingMessage): RequestHeaders {
  return {
    get(name) {
      const value = request.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
  };
}
