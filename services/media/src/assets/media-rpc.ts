import { MediaService } from '@marquee/contracts/media/v1/media_pb';
import {
  assetSchema,
  audioDescriptionSchema,
  listUploadsSchema,
  usePosterCandidateSchema,
} from '@marquee/rules/asset-requests';
import { addTextTrackSchema, defaultTextTrackSchema, textTrackSchema } from '@marquee/rules/text-tracks';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { deleteProtection } from '../protection/delete-protection.ts';
import { startProtection } from '../protection/start-protection.ts';
import { checkQuality } from '../quality/check-quality.ts';
import type { MediaResources } from '../resources.ts';
import { addTextTrack, storeTextTrack } from '../text-tracks/add-text-track.ts';
import { removeTextTrack } from '../text-tracks/remove-text-track.ts';
import { setDefaultTextTrack } from '../text-tracks/set-default-text-track.ts';
import { addTextTrackInput } from '../text-tracks/text-track-message.ts';
import { cancelTranscode } from '../transcode-queue/cancel-transcode.ts';
import { deleteTranscode, refuseLive } from '../transcode-queue/delete-transcode.ts';
import { moveTranscodeToFront } from '../transcode-queue/move-transcode-to-front.ts';
import { setAudioDescription } from '../transcode-queue/set-audio-description.ts';
import { startTranscode } from '../transcode-queue/start-transcode.ts';
import { changedAssetMessage, listedAssetMessage, listedAssetsMessage } from './asset-message.ts';
import { deleteAsset, discardUpload } from './delete-asset.ts';
import { getAsset } from './get-asset.ts';
import { listUploads } from './list-uploads.ts';
import { copyPosterCandidate, usePosterCandidate } from './use-poster-candidate.ts';

/** For makers, and staff. */
export const mediaRpc = rpc<MediaResources>()(MediaService, {
  listUploads: read(listUploadsSchema, listUploads, listedAssetsMessage),
  getAsset: read(assetSchema, getAsset, listedAssetMessage),
  startTranscode: write(assetSchema, startTranscode, changedAssetMessage),
  cancelTranscode: write(assetSchema, cancelTranscode, changedAssetMessage),
  deleteTranscode: write(assetSchema, deleteTranscode, changedAssetMessage, { before: refuseLive }),
  moveTranscodeToFront: write(assetSchema, moveTranscodeToFront, listedAssetMessage),
  startProtection: write(assetSchema, startProtection, changedAssetMessage),
  deleteProtection: write(assetSchema, deleteProtection, changedAssetMessage),
  checkQuality: write(assetSchema, checkQuality, changedAssetMessage),
  deleteAsset: write(assetSchema, deleteAsset, () => ({}), { after: discardUpload }),
  usePosterCandidate: write(usePosterCandidateSchema, usePosterCandidate, changedAssetMessage, {
    before: copyPosterCandidate,
  }),
  addTextTrack: write(addTextTrackSchema, addTextTrack, changedAssetMessage, {
    from: addTextTrackInput,
    before: storeTextTrack,
  }),
  removeTextTrack: write(textTrackSchema, removeTextTrack, changedAssetMessage),
  setDefaultTextTrack: write(defaultTextTrackSchema, setDefaultTextTrack, changedAssetMessage),
  setAudioDescription: write(audioDescriptionSchema, setAudioDescription, changedAssetMessage, { before: refuseLive }),
});
