import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { KeptPicture } from '../pictures/keep-picture.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { assetNotFound, posterNotFound } from './asset-errors.ts';
import { imageReady } from './asset-events.ts';
import * as assets from './assets.ts';
import { requireAssetOwner } from './require-own-asset.ts';

type UsePosterCandidate = { assetId: string; index: number };
type CandidateCopy = { video: assets.WholeAsset; picture: KeptPicture; bytes: number };

/** Copies the candidate's bytes, before the transaction that makes the new asset. */
export async function copyPosterCandidate(
  { db, blobs }: MediaResources,
  viewer: AccountViewer,
  { assetId, index }: UsePosterCandidate,
): Promise<CandidateCopy> {
  const video = await assets.whole(db, assetId);
  if (!video) throw assetNotFound();
  requireAssetOwner(viewer, video);
  const posters = video.currentTranscode?.status === 'COMPLETE' ? video.currentTranscode.posterIds : [];
  const candidate = video.pictures.find(({ id }) => id === posters[index]);
  if (!candidate) throw posterNotFound();
  const id = newId();
  await pictures.announce(db, id);
  const master = await blobs.get(blobLayout.pictureMaster(candidate.id));
  await blobs.put(blobLayout.pictureMaster(id), master.body);
  const { width, height, thumbhash, focalX, focalY } = candidate;
  return { video, picture: { id, width, height, thumbhash, focalX, focalY }, bytes: master.size };
}

/** Makes an asset of the copy. It does not depend on the video, which may be replaced. */
export async function usePosterCandidate(
  { tx, emit }: MediaWrite,
  _viewer: AccountViewer,
  _input: UsePosterCandidate,
  { video, picture, bytes }: CandidateCopy,
): Promise<assets.WholeAsset> {
  const id = newId();
  const { width, height } = picture;
  await assets.insert(tx, {
    id,
    ownerId: video.ownerId,
    filmId: video.boundFilmId ?? video.filmId,
    kind: 'IMAGE',
    slot: video.slot === 'TRAILER_VIDEO' ? 'TRAILER_IMAGE' : 'POSTER_IMAGE',
    fileName: `${video.fileName.slice(0, 200)}.jpg`,
    sizeBytes: BigInt(bytes),
    state: 'READY',
  });
  await pictures.insert(tx, { ...picture, assetId: id });
  const asset = await assets.update(tx, id, { pictureId: picture.id, width, height });
  await emit(imageReady(asset, picture));
  return assets.complete(tx, asset);
}
