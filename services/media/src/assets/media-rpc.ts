import {
  MediaService,
  StartTranscodeResponseSchema,
  UsePosterCandidateResponseSchema,
} from '@marquee/contracts/media/v1/media_pb';
import { isId } from '@marquee/data/ids';
import { onceByRequest } from '@marquee/data/request-ids';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import { invalid } from '@marquee/runtime/errors';
import { type Implementation, implement } from '@marquee/runtime/rpc/implement';
import { requireAccount, type Viewer } from '@marquee/runtime/viewer';
import { assetNotFound } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { cancelTranscode, deleteTranscode } from '../transcode-queue/cancel-transcode.ts';
import { startTranscode } from '../transcode-queue/start-transcode.ts';
import { signalAsset } from './asset-changed.ts';
import { assetMessage } from './asset-message.ts';
import * as assetStore from './asset-store.ts';
import { deleteAsset } from './delete-asset.ts';
import { listUploads, withReceived } from './list-uploads.ts';
import { requireAssetOwner } from './require-asset-owner.ts';
import { copyPosterCandidate, usePosterCandidate } from './use-poster-candidate.ts';

const METHOD = 'media.v1.MediaService';

export function mediaRpc(resources: MediaResources): Implementation {
  const { db, prisma } = resources;

  async function load(id: string) {
    const asset = await assetStore.findWhole(prisma, knownId(id));
    if (!asset) throw assetNotFound();
    const { received } = await withReceived(resources, asset);
    return { asset: assetMessage(asset, received) };
  }

  return implement(MediaService, {
    async listUploads(request, { viewer }) {
      const { assets, nextCursor } = await listUploads(resources, viewer, request);
      return { assets: assets.map(({ asset, received }) => assetMessage(asset, received)), nextCursor };
    },
    async getAsset({ assetId }, { viewer }) {
      const asset = await assetStore.findWhole(prisma, knownId(assetId));
      if (!asset) throw assetNotFound();
      requireAssetOwner(viewer, asset);
      return load(assetId);
    },
    async startTranscode(request, { viewer }) {
      const assetId = knownId(request.assetId);
      const { requestId } = request;
      const once = { viewerId: accountOf(viewer), method: `${METHOD}/StartTranscode`, requestId, body: request };
      await db.transaction((tx) =>
        onceByRequest(tx, once, StartTranscodeResponseSchema, async () => {
          const started = await startTranscode(resources, tx, viewer, assetId);
          return { asset: { id: started.id } };
        }),
      );
      const started = await load(assetId);
      signalAsset(resources, { id: assetId, version: started.asset.version ?? 0n });
      return started;
    },
    async cancelTranscode({ assetId }, { viewer }) {
      await cancelTranscode(resources, viewer, knownId(assetId));
      return load(assetId);
    },
    async deleteTranscode({ assetId }, { viewer }) {
      await deleteTranscode(resources, viewer, knownId(assetId));
      return load(assetId);
    },
    async deleteAsset({ assetId }, { viewer }) {
      await deleteAsset(resources, viewer, knownId(assetId));
      return {};
    },
    async usePosterCandidate(request, { viewer }) {
      if (request.requestId === '') {
        throw invalid([{ field: 'requestId', message: REQUEST_MESSAGES.requestIdMissing }]);
      }
      const copy = await copyPosterCandidate(resources, viewer, knownId(request.assetId), request.index);
      const { requestId } = request;
      const once = { viewerId: accountOf(viewer), method: `${METHOD}/UsePosterCandidate`, requestId, body: request };
      const { asset } = await db.transaction((tx) =>
        onceByRequest(tx, once, UsePosterCandidateResponseSchema, async () => ({
          asset: { id: await usePosterCandidate(resources, tx, copy) },
        })),
      );
      return load(asset?.id ?? '');
    },
  });
}

const accountOf = (viewer: Viewer) => requireAccount(viewer).accountId;

/** What is no id names nothing. */
function knownId(id: string): string {
  if (!isId(id)) throw assetNotFound();
  return id;
}
