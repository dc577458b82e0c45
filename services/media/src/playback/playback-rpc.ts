import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PlaybackService, type SignPlaybackRequest } from '@marquee/contracts/media/v1/playback_pb';
import { assetSchema, bindAssetSchema, listTranscodeProgressSchema } from '@marquee/rules/asset-requests';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { describedAssetMessage, textTrackMessage } from '../assets/asset-message.ts';
import { bindAsset } from '../assets/bind-asset.ts';
import { describeAsset } from '../assets/describe-asset.ts';
import { issueLicence, issueLicenceSchema } from '../protection/issue-licence.ts';
import type { MediaResources } from '../resources.ts';
import { listTranscodeProgress } from '../transcode-queue/list-transcode-progress.ts';
import { type SignedPlayback, signPlaybackSchema, signPlaybackUrl } from './sign-playback-url.ts';

/** For film. */
export const playbackRpc = rpc<MediaResources>()(PlaybackService, {
  describeAsset: read(assetSchema, describeAsset, describedAssetMessage),
  listTranscodeProgress: read(listTranscodeProgressSchema, listTranscodeProgress, (progress) => ({ progress })),
  bindAsset: write(bindAssetSchema, bindAsset, describedAssetMessage),
  issueLicence: read(issueLicenceSchema, issueLicence, (licence) => licence),
  signPlayback: read(signPlaybackSchema, signPlaybackUrl, signedMessage, {
    from: ({ playsFrom, expiresAt, ...request }: SignPlaybackRequest) => ({
      ...request,
      playsFrom: playsFrom && timestampDate(playsFrom),
      expiresAt: expiresAt && timestampDate(expiresAt),
    }),
  }),
});

function signedMessage({ expiresAt, textTracks, ...signed }: SignedPlayback) {
  return { ...signed, expiresAt: timestampFromDate(expiresAt), textTracks: textTracks.map(textTrackMessage) };
}
