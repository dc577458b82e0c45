import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '@marquee/data/ids';
import { newCall, runInCall } from '@marquee/runtime/context';
import { DomainError, signInNeeded } from '@marquee/runtime/errors';
import { type Locks, memoryLocks } from '@marquee/runtime/locks';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import { type AccountViewer, isPro, isStaff, type Viewer } from '@marquee/runtime/viewer';
import { type DataStore, Server, type Upload } from '@tus/server';
import * as assets from '../assets/assets.ts';
import { RETRY_AFTER_S, refusalBody, statusOf } from '../http/http-errors.ts';
import {
  asRefusal,
  uploadHeld,
  uploadNotFound,
  uploadNotYours,
  uploadsForProsOnly,
  uploadsPaused,
} from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { createUpload } from './create-upload.ts';
import { dropUpload, finishUpload } from './finish-upload.ts';
import { type FindUpload, uploadBytes } from './upload-bytes.ts';
import { ownAndShared, unlocked, uploadLocker } from './upload-locker.ts';

export const UPLOADS_PATH = '/uploads';
// How long a request that somebody else waits for may go on before it is ended.
const LOCK_DRAIN_MS = 1_000;

/** Who sends the request, from the viewer token that the gateway adds. */
export type ViewerOf = (headers: { get(name: string): string | null }) => Viewer;

export type Uploads = {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Takes no more requests, and ends those that run: what has arrived is kept and acknowledged, so that their clients go
   * on elsewhere. Resolves when nothing of them is under way any more, whether or not their answers have been sent.
   */
  drain(): Promise<void>;
};

/**
 * Resumable uploads by tus. The table is where an upload is known, so it survives everything that the table does; the
 * address alone is no right: POST, PATCH, HEAD and DELETE each ask who is there. `locks` keep two writers of one upload
 * apart; replicas need some that they share.
 */
export function tusUploads(resources: MediaResources, viewerOf: ViewerOf, locks?: Locks): Uploads {
  const { log } = resources;
  const locker = uploadLocker(locks ? ownAndShared(locks, log) : memoryLocks());

  async function ownUpload(viewer: Viewer, id: string): Promise<assets.AssetRow> {
    const maker = requireMaker(viewer);
    const asset = await assets.get(resources.db, id);
    if (!asset) throw uploadNotFound();
    if (asset.ownerId !== maker.accountId) throw uploadNotYours();
    return asset;
  }

  const server = new TusServer({
    path: UPLOADS_PATH,
    datastore: removingWhatFails(resources, uploadBytes(resources).dataStore(findInTable(resources))),
    locker: (request) => (request.method === 'POST' ? unlocked : locker),
    lockDrainTimeout: LOCK_DRAIN_MS,
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: [],
    namingFunction: () => newId(),
    async onIncomingRequest(request, id) {
      const viewer = viewerOf(request.headers);
      if (request.method === 'POST') requireMaker(viewer);
      else await ownUpload(viewer, id);
    },
    async onUploadCreate(request, upload) {
      const viewer = requireMaker(viewerOf(request.headers));
      // tus writes an empty value as none.
      const given = Object.entries(upload.metadata ?? {}).filter(([, value]) => value !== null);
      const viewerToken = request.headers.get(metadataNames.viewerToken) ?? undefined;
      await runInCall(newCall({ viewer, viewerToken }), () =>
        createUpload(resources, viewer, upload.id, upload.size ?? 0, Object.fromEntries(given)),
      );
      return {};
    },
    async onUploadFinish(_, upload) {
      await finishUpload(resources, upload.id, upload.size ?? 0);
      return {};
    },
    onResponseError(_, thrown) {
      // What tus itself refuses has its status.
      if ('status_code' in thrown) return undefined;
      const error = asRefusal(thrown);
      if (!(error instanceof DomainError) || error.cause) log.error({ err: thrown }, 'an upload request failed');
      return { status_code: statusOf(error), body: refusalBody(error) };
    },
  });

  /** An upload that is over says so with its whole length: a client that missed the last answer is done, not lost. */
  async function headOfFinished(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== 'HEAD') return false;
    const asset = await ownUpload(viewerOf(headersOf(request)), idOf(request));
    if (asset.state === 'UPLOADING') return false;
    const length = String(asset.sizeBytes);
    const headers = { 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store', 'Upload-Offset': length };
    response.writeHead(200, { ...headers, 'Upload-Length': length }).end();
    return true;
  }

  /** A cancelled upload goes with its row. */
  async function cancel(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== 'DELETE') return false;
    const asset = await ownUpload(viewerOf(headersOf(request)), idOf(request));
    const isGone = await resources.db.transaction(async (tx) => {
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
  // Its `handle` waits for the answer to be sent as well, which over a broken connection never ends.
  // biome-ignore lint/complexity/useLiteralKeys: private by type
  const handler = server['handler'].bind(server);
  // biome-ignore lint/complexity/useLiteralKeys: private by type
  server['handler'] = (request: unknown) => tracked(handler(request));

  return {
    async handle(request, response) {
      if (isDraining) throw uploadsPaused();
      if (await tracked(headOfFinished(request, response))) return;
      if (await tracked(cancel(request, response))) return;
      if (isDraining) throw uploadsPaused();
      await server.handle(request, response);
    },
    async drain() {
      isDraining = true;
      locker.leave();
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

function requireMaker(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account') throw signInNeeded();
  if (!isPro(viewer) && !isStaff(viewer)) throw uploadsForProsOnly();
  return viewer;
}

/** A client that is told to come back is told when. */
class TusServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status === 503) headers.set('Retry-After', RETRY_AFTER_S);
    return super.write(context, headers, status, body);
  }
}

/** An upload that could not begin must not count against its maker: nobody was told its address. */
function removingWhatFails({ db }: MediaResources, store: DataStore): DataStore {
  const create = store.create.bind(store);
  store.create = async (upload: Upload) => {
    try {
      return await create(upload);
    } catch (error) {
      await db.transaction((tx) => dropUpload(tx, upload.id));
      throw error;
    }
  };
  return store;
}

/** tus asks for length and age of an upload; both stand in the asset's row. */
function findInTable({ db }: MediaResources): FindUpload {
  return async (id) => {
    const asset = await assets.get(db, id);
    if (!asset) return undefined;
    // Somebody else has finished it: the client comes back, asks how far it is, and hears that it is whole.
    if (asset.state !== 'UPLOADING') throw uploadHeld();
    const metadata = { filename: asset.fileName, slot: asset.slot, filmId: asset.filmId ?? '' };
    return { id, sizeBytes: Number(asset.sizeBytes), metadata, createdAt: asset.createdAt };
  };
}

const idOf = (request: IncomingMessage) => (request.url ?? '').split('?')[0]?.slice(UPLOADS_PATH.length + 1) ?? '';

export function headersOf(request: IncomingMessage): { get(name: string): string | null } {
  return {
    get(name) {
      const value = request.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    },
  };
}
