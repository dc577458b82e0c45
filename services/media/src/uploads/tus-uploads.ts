import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isId, newId } from '@marquee/data/ids';
import { DomainError, signInNeeded } from '@marquee/runtime/errors';
import { type AccountViewer, isPro, isStaff, type Viewer } from '@marquee/runtime/viewer';
import { FileStore } from '@tus/file-store';
import { type Locker, MemoryLocker, Server, Upload } from '@tus/server';
import * as assetStore from '../assets/asset-store.ts';
import { refusalBody, statusOf } from '../http/http-errors.ts';
import { uploadNotFound, uploadNotYours, uploadsForProsOnly } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { createUpload } from './create-upload.ts';
import { finishUpload, uploadPath } from './finish-upload.ts';

export const UPLOADS_PATH = '/uploads';

/** Who sends the request, from the viewer token that the gateway adds. */
export type ViewerOf = (headers: { get(name: string): string | null }) => Viewer;

export type Uploads = { handle(request: IncomingMessage, response: ServerResponse): Promise<void> };

/**
 * Resumable uploads by tus. The table is where an upload is known, so it survives everything that the table does; the
 * address alone is no right: POST, PATCH, HEAD and DELETE each ask who is there. `locker` keeps two writers of one
 * upload apart; replicas need one that they share.
 */
export function tusUploads(
  resources: MediaResources,
  viewerOf: ViewerOf,
  locker: Locker = new MemoryLocker(),
): Uploads {
  const { config, prisma, log } = resources;

  async function ownUpload(viewer: Viewer, id: string): Promise<assetStore.AssetRow> {
    const maker = requireMaker(viewer);
    const asset = isId(id) ? await prisma.asset.findUnique({ where: { id } }) : null;
    if (!asset) throw uploadNotFound();
    if (asset.ownerId !== maker.accountId) throw uploadNotYours();
    return asset;
  }

  const datastore = new FileStore({ directory: config.UPLOADS_DIR, configstore: configFromTable(resources) });
  const server = new Server({
    path: UPLOADS_PATH,
    datastore,
    locker,
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
      await createUpload(resources, viewer, upload.id, upload.size ?? 0, Object.fromEntries(given));
      return {};
    },
    async onUploadFinish(_, upload) {
      await finishUpload(resources, upload.id);
      return {};
    },
    onResponseError(_, error) {
      if (!(error instanceof Error)) return undefined;
      if (!(error instanceof DomainError)) log.error({ err: error }, 'an upload request failed');
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
      const locked = await assetStore.lock(tx, asset.id);
      if (locked?.state !== 'UPLOADING') return false;
      await assetStore.remove(tx, locked.id);
      return true;
    });
    if (!isGone) throw uploadNotFound();
    await rm(uploadPath(resources, asset.id), { force: true });
    response.writeHead(204, { 'Tus-Resumable': '1.0.0' }).end();
    return true;
  }

  return {
    async handle(request, response) {
      if (await headOfFinished(request, response)) return;
      if (await cancel(request, response)) return;
      await server.handle(request, response);
    },
  };
}

function requireMaker(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account') throw signInNeeded();
  if (!isPro(viewer) && !isStaff(viewer)) throw uploadsForProsOnly();
  return viewer;
}

/** tus asks for length and age of an upload; both stand in the asset's row. */
function configFromTable({ prisma }: MediaResources) {
  return {
    async get(id: string): Promise<Upload | undefined> {
      const asset = await prisma.asset.findUnique({ where: { id } });
      if (asset?.state !== 'UPLOADING') return undefined;
      const metadata = { filename: asset.fileName, slot: asset.slot, filmId: asset.filmId ?? '' };
      const creationDate = asset.createdAt.toISOString();
      return new Upload({ id, size: Number(asset.sizeBytes), offset: 0, metadata, creation_date: creationDate });
    },
    async set(): Promise<void> {},
    async delete(): Promise<void> {},
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
