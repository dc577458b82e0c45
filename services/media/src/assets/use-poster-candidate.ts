import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import { blobLayout } from '../blob-layout.ts';
import { assetNotFound, posterNotFound } from '../media-errors.ts';
import type { KeptPicture } from '../pictures/keep-picture.ts';
import type { MediaResources } from '../resources.ts';
import { imageReady } from './asset-events.ts';
import * as assetStore from './asset-store.ts';
import { requireAssetOwner } from './require-asset-owner.ts';

export type CandidateCopy = { video: assetStore.WholeAsset; picture: KeptPicture; bytes: number };

/** Copies the candidate's bytes: done before the transaction that makes the new asset. */
export async function copyPosterCandidate(
  { db, prisma, blobs }: MediaResources,
  viewer: Viewer,
  assetId: string,
  index: number,
): Promise<CandidateCopy> {
  const video = await assetStore.findWhole(prisma, assetId);
  if (!video) throw assetNotFound();
  requireAssetOwner(viewer, video);
  const posters = video.currentTranscode?.status === 'COMPLETE' ? video.currentTranscode.posterIds : [];
  const candidate = video.pictures.find(({ id }) => id === posters[index]);
  if (!candidate) throw posterNotFound();
  const id = newId();
  await assetStore.announcePicture(db, id);
  const master = await blobs.get(blobLayout.pictureMaster(candidate.id));
  await blobs.put(blobLayout.pictureMaster(id), master.body);
  const { width, height, thumbhash } = candidate;
  return { video, picture: { id, width, height, thumbhash }, bytes: master.size };
}

/** The copy as an image of its own, which lives on when the video is replaced. */
export async function usePosterCandidate(
  { outbox }: MediaResources,
  tx: Tx,
  { video, picture, bytes }: CandidateCopy,
): Promise<string> {
  const id = newId();
  const { width, height } = picture;
  await assetStore.insert(tx, {
    id,
    ownerId: video.ownerId,
    filmId: video.boundFilmId ?? video.filmId,
    kind: 'IMAGE',
    slot: video.slot === 'TRAILER_VIDEO' ? 'TRAILER_IMAGE' : 'POSTER_IMAGE',
    fileName: `${video.fileName.slice(0, 200)}.jpg`,
    sizeBytes: BigInt(bytes),
    state: 'READY',
  });
  await assetStore.insertPicture(tx, { ...picture, assetId: id });
  const asset = await assetStore.update(tx, id, { pictureId: picture.id, width, height });
  await outbox.append(tx, imageReady(asset, picture));
  return id;
}
