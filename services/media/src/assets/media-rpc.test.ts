import { Code } from '@connectrpc/connect';
import { Audience, accessOf } from '@marquee/contracts/access';
import { MediaService, PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { mediaService } from '../testing/media-service.ts';

type AnyMethod = (request: object) => Promise<unknown>;

test('every method of makers is for pros alone, and every one of playback for film alone', async () => {
  const media = await mediaService();
  const refused = { code: Code.PermissionDenied };
  for (const method of MediaService.methods) {
    expect([method.name, accessOf(method)?.audience]).toEqual([method.name, Audience.PRO]);
    const call = media.rpc(viewers.movieLover())[method.localName as 'getAsset'] as AnyMethod;
    await expect(call({ assetId: media.newId(), requestId: 'r' })).rejects.toMatchObject(refused);
  }
  for (const method of PlaybackService.methods) {
    expect([method.name, accessOf(method)?.callers]).toEqual([method.name, ['film']]);
    for (const caller of [media.maker(), viewers.staff(), viewers.service('identity')]) {
      const call = clientFor(media.server, PlaybackService, caller)[method.localName as 'bindAsset'] as AnyMethod;
      await expect(call({ assetId: media.newId() })).rejects.toMatchObject(refused);
    }
  }
});
