import { Code } from '@connectrpc/connect';
import { Audience, accessOf } from '@marquee/contracts/access';
import { MediaService, PlaybackService } from '@marquee/contracts/media/v1/media_pb';
import type { Viewer } from '@marquee/runtime/viewer';
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

test('cancelling, deleting and binding twice is once', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const maker = media.maker();
  const created = await media.create(maker, 1_000);
  const assetId = (created.headers.get('location') ?? '').slice('/uploads/'.length);
  const filmId = media.newId();
  media.films.set(filmId, { ownerId: maker.accountId });
  for (const _ of ['once', 'again']) {
    const { asset } = await media.rpc(maker).cancelTranscode({ assetId });
    expect(asset).toMatchObject({ id: assetId, ownerId: maker.accountId });
    expect((await media.rpc(maker).deleteTranscode({ assetId })).asset?.id).toBe(assetId);
    expect((await media.film().bindAsset({ assetId, filmId })).asset?.filmId).toBe(filmId);
  }
  expect(await media.events()).toEqual([]);
});

test("a maker lists their own uploads only, also of another maker's film; staff list those of any film", async () => {
  const media = await mediaService();
  const [maker, other] = [media.maker(), media.maker()];
  const filmId = media.newId();
  media.films.set(filmId, { ownerId: maker.accountId });
  expect((await media.create(maker, 1_000, { filmId })).status).toBe(201);
  const listed = async (viewer: Viewer, request: { filmId?: string }) =>
    (await media.rpc(viewer).listUploads(request)).assets.map(({ ownerId }) => ownerId);

  expect(await listed(maker, {})).toEqual([maker.accountId]);
  expect(await listed(maker, { filmId })).toEqual([maker.accountId]);
  expect(await listed(maker, { filmId: media.newId() })).toEqual([]);
  expect(await listed(other, { filmId })).toEqual([]);
  expect(await listed(viewers.staff(), { filmId })).toEqual([maker.accountId]);
  expect(await listed(viewers.staff(), {})).toEqual([]);
});
