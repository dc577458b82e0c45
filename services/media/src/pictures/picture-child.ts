// Decodes uploaded pictures in a process of its own: a file that crashes the decoder does not crash the service.
import { writeFile } from 'node:fs/promises';
import { PICTURE_LIMITS } from '@marquee/rules/media';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Focus, PictureAnswer, PictureTask } from './picture-maker.ts';

// Only photographic formats are decoded: SVG, PDF and the like can refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] });
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'];
sharp.unblock({ operation: LOADERS.map((loader) => `VipsForeignLoad${loader}`) });
sharp.cache(false);
sharp.concurrency(1);

const MASTER_SIDE_MAX = 4096;
const HASH_SIDE = 100;
const FOCUS_SIDE = 256;
const NO_FOCUS: Focus = { focalX: null, focalY: null };
const QUALITY = { avif: 55, webp: 78, jpg: 80 };
const AVIF_EFFORT = 3;

const open = (path: string) =>
  sharp(path, { limitInputPixels: PICTURE_LIMITS.pixelsMax, failOn: 'error', sequentialRead: true });

/** Makes the master: upright, sRGB, transparency on white, without the camera's metadata. */
async function prepare(input: string, output: string): Promise<PictureAnswer> {
  const { width = 0, height = 0 } = await sharp(input, { limitInputPixels: false }).metadata();
  if (width * height > PICTURE_LIMITS.pixelsMax) return { ok: false, refusal: 'PICTURE_TOO_LARGE' };
  if (Math.min(width, height) < PICTURE_LIMITS.sideMin) return { ok: false, refusal: 'PICTURE_TOO_SMALL' };
  const upright = open(input).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' });
  const inside = { width: MASTER_SIDE_MAX, height: MASTER_SIDE_MAX, fit: 'inside' as const, withoutEnlargement: true };
  const master = await upright
    .resize(inside)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  await writeFile(output, master.data);
  const small = await sharp(master.data)
    .resize({ width: HASH_SIDE, height: HASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data);
  const thumbhash = Buffer.from(hash).toString('base64');
  const focus = await focusOf(master.data);
  return { ok: true, width: master.info.width, height: master.info.height, thumbhash, ...focus };
}

/**
 * Finds what draws the eye: libvips looks for edges, skin and saturated colours to crop by. It only looks where something
 * is cropped, and answers in pixels of what it is given when nothing is scaled: so a small copy loses half of a side.
 */
async function focusOf(master: Buffer): Promise<Focus> {
  const small = await sharp(master)
    .resize({ width: FOCUS_SIDE, height: FOCUS_SIDE, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const isWide = width >= height;
  const { info } = await sharp(small.data, { raw: { width, height, channels } })
    .resize({
      width: isWide ? Math.ceil(height / 2) : width,
      height: isWide ? height : Math.ceil(width / 2),
      position: sharp.strategy.attention,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { attentionX, attentionY } = info as { attentionX?: number; attentionY?: number };
  if (attentionX === undefined || attentionY === undefined) return NO_FOCUS;
  return { focalX: percent(attentionX, width), focalY: percent(attentionY, height) };
}

const percent = (part: number, whole: number) => Math.min(100, Math.max(0, Math.round((part / whole) * 100)));

async function resize({
  input,
  output,
  width,
  height,
  format,
  focus,
}: Extract<PictureTask, { kind: 'resize' }>): Promise<PictureAnswer> {
  const scaled = height
    ? await cropped(input, { width, height }, focus)
    : open(input).resize({ width, withoutEnlargement: true });
  const encoded = {
    avif: () => scaled.avif({ quality: QUALITY.avif, effort: AVIF_EFFORT }),
    webp: () => scaled.webp({ quality: QUALITY.webp }),
    jpg: () => scaled.jpeg({ quality: QUALITY.jpg, progressive: true }),
  }[format]();
  const info = await encoded.toFile(output);
  return { ok: true, width: info.width, height: info.height, thumbhash: '', ...NO_FOCUS };
}

/** A picture that fills a box, cropped as browsers do with `object-position` at its focus; its middle without one. */
async function cropped(input: string, box: { width: number; height: number }, { focalX, focalY }: Focus = NO_FOCUS) {
  const filled = await open(input)
    .resize({ ...box, fit: 'outside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = filled.info;
  const left = Math.round(((width - box.width) * (focalX ?? 50)) / 100);
  const top = Math.round(((height - box.height) * (focalY ?? 50)) / 100);
  return sharp(filled.data, { raw: { width, height, channels } }).extract({ left, top, ...box });
}

async function answer(task: PictureTask): Promise<PictureAnswer> {
  try {
    return task.kind === 'prepare' ? await prepare(task.input, task.output) : await resize(task);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (/pixel limit/i.test(detail)) return { ok: false, refusal: 'PICTURE_TOO_LARGE', detail };
    const isUnknown = /unsupported image format|operation is blocked/i.test(detail);
    return { ok: false, refusal: isUnknown ? 'NOT_A_PICTURE' : 'PICTURE_UNREADABLE', detail };
  }
}

process.on('message', async (message: { id: number; task: PictureTask }) => {
  process.send?.({ id: message.id, answer: await answer(message.task) });
});
process.on('disconnect', () => process.exit(0));
