import { timestampDate } from '@bufbuild/protobuf/wkt';
import { PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import { isId } from '@marquee/data/ids';
import { invalid } from '@marquee/runtime/errors';
import { type Implementation, implement } from '@marquee/runtime/rpc/implement';
import { assetMessage, playableVersion } from '../assets/asset-message.ts';
import * as assetStore from '../assets/asset-store.ts';
import { bindAsset } from '../assets/bind-asset.ts';
import { assetNotFound } from '../media-errors.ts';
import type { MediaResources } from '../resources.ts';
import { signPlaybackUrl } from './sign-playback-url.ts';

/** For film. */
export function playbackRpc(resources: MediaResources): Implementation {
  async function load(assetId: string) {
    const asset = isId(assetId) ? await assetStore.findWhole(resources.prisma, assetId) : null;
    if (!asset) throw assetNotFound();
    return { asset: assetMessage(asset), playableVersion: playableVersion(asset) };
  }

  return implement(PlaybackService, {
    describeAsset: ({ assetId }) => load(assetId),
    async bindAsset({ assetId, filmId }) {
      if (!isId(assetId)) throw assetNotFound();
      if (filmId !== '' && !isId(filmId)) throw invalid([{ field: 'filmId', message: 'This film does not exist.' }]);
      await bindAsset(resources, assetId, filmId);
      return load(assetId);
    },
    async signPlayback(request) {
      const { assetId, sessionId, filmId, expiresAt } = request;
      const until = expiresAt ? timestampDate(expiresAt) : undefined;
      return signPlaybackUrl(resources, { assetId, sessionId, filmId, expiresAt: until });
    },
  });
}
