import { newId } from '@marquee/data/ids';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { viewers } from '@marquee/testing/viewers';
import { convertKeptPicture, keepUserPicture } from '../back-office/set-user-picture.ts';
import { keepSentPictures } from './sent-pictures.ts';

const image = { path: '/media/images/p/x', name: '', width: 1, height: 1, thumbhash: '' };
const account = { id: newId(), profilePicture: '/media/images/p/x', roles: [], deletedAt: null };

function media() {
  const asked = { kept: 0, converted: 0 };
  const pictures = {
    keep: async () => {
      asked.kept += 1;
      return image;
    },
    convert: async () => {
      asked.converted += 1;
      return image.path;
    },
  };
  const prisma = { account: { findUnique: async () => account }, passkey: { count: async () => 0 } };
  const settings = { get: () => [] };
  return { asked, resources: { pictures, prisma, settings, rateLimits: memoryRateLimits() } as never };
}
const data = new Uint8Array(1);
const limited = { reason: 'RATE_LIMITED' };

test('an account has media decode 60 pictures in an hour; those that stay are not counted', async () => {
  const { asked, resources } = media();
  const viewer = viewers.movieLover();
  const photo = { path: '', name: 'A still', data };
  const sent = (gallery: object[], profilePicture?: object) =>
    keepSentPictures(resources, viewer, { gallery, profilePicture } as never);
  const kept = await sent([...Array(30).fill(photo), ...Array(9).fill({ ...photo, path: '/kept' })], photo);
  expect([kept.gallery?.length, kept.gallery?.at(-1), asked.kept]).toEqual([39, '/kept', 31]);
  expect(kept.profilePicture).toContain('320');
  await sent(Array(29).fill(photo));
  await expect(sent([photo])).rejects.toMatchObject(limited);
  expect(asked.kept).toBe(60);
  expect(await sent([], { ...photo, delete: true })).toEqual({ profilePicture: '', gallery: [] });
});

test('staff have media decode 120 pictures in an hour, sent and converted ones together', async () => {
  const { asked, resources } = media();
  const staff = viewers.admin();
  const accountId = account.id;
  const keep = () => keepUserPicture(resources, staff, { accountId, data, reason: '' });
  const convert = () => convertKeptPicture(resources, staff, { accountId, reason: '' });
  for (let n = 0; n < 60; n += 1) {
    await keep();
    await convert();
  }
  for (const ask of [keep, convert]) await expect(ask()).rejects.toMatchObject(limited);
  expect(asked).toEqual({ kept: 60, converted: 60 });
});
