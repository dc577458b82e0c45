import type { Viewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { mediaService } from '../testing/media-service.ts';

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
