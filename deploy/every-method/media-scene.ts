import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { newId } from '@marquee/data/ids';
import type { Keyring } from '@marquee/media/protection/sealed-keys';
import * as workerKeys from '@marquee/media/remote-workers/worker-keys';
import { storePicture, storeProtection, storeTextTrack, storeVideo } from '@marquee/media/testing/stored-assets';
import { uploadLinkToken } from '@marquee/media/upload-links/upload-link-tokens';
import * as uploadLinks from '@marquee/media/upload-links/upload-links';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { ask } from './call.ts';
import type { Around } from './lazily.ts';
import { serviceNamed } from './running-services.ts';

/** 64 × 64 pixels. */
export const SMALL_PICTURE = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEWgMCCaKnaBAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC',
    'base64',
  ),
);

const DAY_MS = 86_400_000;

export const mediaStorage = () => serviceNamed('media').platform;

/** Files of the owner, some of them of a film of theirs. */
export function mediaScene({
  owner,
  named,
  once,
  film,
}: Around & { owner: AccountViewer; film: () => Promise<string> }) {
  const ownerId = owner.accountId;
  const video = once(async () => named((await storeVideo(mediaStorage(), playable(owner))).assetId));
  const protectedVideo = once(async () => {
    const stored = await storeVideo(mediaStorage(), playable(owner));
    await storeProtection(mediaStorage(), serviceNamed('media').config.PROTECTION_KEYS as Keyring, stored);
    return named(stored.assetId);
  });
  return {
    video,
    protectedVideo,
    textTrack: async () => storeTextTrack(mediaStorage(), await video()),
    picture: once(async () => named(await storePicture(mediaStorage(), { ownerId }))),
    /** A link by which somebody without an account uploads for the film. */
    uploadLink: once(async () => {
      const id = named(newId());
      const about = {
        ownerId,
        filmId: await film(),
        filmTitle: 'A film',
        slot: 'POSTER_IMAGE',
        partnerName: 'A lab',
      };
      const expiresAt = new Date(Date.now() + DAY_MS);
      await uploadLinks.insert(mediaStorage().db, { id, ...about, filesMax: 3, expiresAt });
      return { id, token: uploadLinkToken(serviceNamed('media').config.UPLOAD_LINK_KEY as string, id) };
    }),
    /** A key of a worker on another machine. */
    workerKey: once(async () => {
      const made = { name: 'A worker', createdBy: newId(), now: new Date() };
      return named((await workerKeys.insert(mediaStorage().db, made)).key.id);
    }),
    videoWithSound: once(async () =>
      named((await storeVideo(mediaStorage(), { ownerId, source: { audio: [{ channels: 2 }] } })).assetId),
    ),
    /** A video that is checked and not converted, or waits to be. */
    videoBeforeTranscode: once(async () => named((await storeVideo(mediaStorage(), { ownerId })).assetId)),
    videoInTranscode: once(async () =>
      named((await storeVideo(mediaStorage(), { ownerId, transcode: 'WAITING' })).assetId),
    ),
    convertedVideo: once(async () =>
      named((await storeVideo(mediaStorage(), { ownerId, transcode: 'COMPLETE' })).assetId),
    ),
    /** A picture that media keeps of the owner, for no film. */
    ownedPicture: once(async () => {
      const request = { requestId: crypto.randomUUID(), ownerId, data: SMALL_PICTURE };
      const kept = await ask(PictureService.method.keepPicture, { viewer: viewers.service('identity') }, request);
      return (kept.message as unknown as { image: { uri: string } }).image.uri.split('/')[3] ?? '';
    }),
  };
}

const playable = ({ accountId }: AccountViewer) =>
  ({ ownerId: accountId, transcode: 'COMPLETE', poster: true }) as const;
