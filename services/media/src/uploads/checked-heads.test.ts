// @requires ffmpeg
// @inputs services/media/src

import { randomBytes } from 'node:crypto';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { UPLOAD_LIMITS, UPLOAD_REFUSALS } from '@marquee/rules/media';
import sharp from 'sharp';
import { mediaService } from '../testing/media-service.ts';

const HEAD = UPLOAD_LIMITS.headBytes;
const noTranscodes = { env: { TRANSCODE_WORKER: '0' } };
const TEST_MS = 120_000;

/** A picture that does not compress: larger than what is looked at first. */
async function noise(): Promise<Buffer> {
  const [width, height] = [800, 600];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

test(
  'a large file is refused by its first bytes, before the rest is sent, and leaves nothing [STU-11:head]',
  async () => {
    const media = await mediaService(noTranscodes);
    const maker = media.maker();
    const created = await media.create(maker, 50 * HEAD);
    const location = created.headers.get('location') ?? '';
    const document = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(HEAD)]);
    const refused = await media.send(maker, location, 0, document.subarray(0, HEAD));
    const { NOT_A_VIDEO: message } = UPLOAD_REFUSALS;
    expect([refused.status, await refused.json()]).toEqual([400, { reason: 'NOT_A_VIDEO', message }]);
    expect(media.platform.said()).toContain('an upload was refused by its first bytes');
    expect((await media.rpc(maker).listUploads({})).assets).toEqual([]);
    const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
    expect((await fetch(media.url(location), { method: 'HEAD', headers })).status).toBe(404);
  },
  TEST_MS,
);

test(
  'every byte of a file that passes arrives, in one part or with its first part cut off',
  async () => {
    const media = await mediaService(noTranscodes);
    const maker = media.maker();
    const bytes = await noise();
    expect(bytes.length).toBeGreaterThan(HEAD);
    const slot = 'POSTER_IMAGE';
    const whole = await media.checked(maker, await media.upload(maker, { bytes, slot }));
    expect(whole).toMatchObject({ state: UploadState.READY, width: 800 });

    const created = await media.create(maker, bytes.length, { slot });
    const location = created.headers.get('location') ?? '';
    expect((await media.send(maker, location, 0, bytes.subarray(0, 10))).status).toBe(204);
    expect((await media.send(maker, location, 10, bytes.subarray(10))).status).toBe(204);
    const cut = await media.checked(maker, location.slice('/uploads/'.length));
    expect(cut).toMatchObject({ state: UploadState.READY, width: 800 });
  },
  TEST_MS,
);

test(
  'a file that is accepted takes the place of those that were refused for its slot [STU-11:replaced]',
  async () => {
    const media = await mediaService(noTranscodes);
    const maker = media.maker();
    const [filmId, otherFilm] = [media.newId(), media.newId()];
    for (const id of [filmId, otherFilm]) media.films.set(id, { ownerId: maker.accountId });
    const put = async (film: string, slot: string, bytes: Buffer) => {
      const id = await media.upload(maker, { bytes, filmId: film, slot });
      return { id, state: (await media.checked(maker, id)).state };
    };
    const bad = Buffer.from('no picture');
    await put(filmId, 'POSTER_IMAGE', bad);
    const others = [await put(filmId, 'TRAILER_IMAGE', bad), await put(otherFilm, 'POSTER_IMAGE', bad)];
    const accepted = await put(filmId, 'POSTER_IMAGE', await noise());
    expect(accepted.state).toBe(UploadState.READY);
    const { assets } = await media.rpc(maker).listUploads({});
    expect(assets.map(({ id }) => id).sort()).toEqual([...others, accepted].map(({ id }) => id).sort());
  },
  TEST_MS,
);
