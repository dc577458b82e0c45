import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './ask.ts';
import { type Browser, NotAcknowledgedError } from './browser.ts';

export type Slot = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'POSTER_IMAGE' | 'TRAILER_IMAGE';

/** A file all of whose bytes were acknowledged. */
export type Uploaded = { assetId: string; sizeBytes: number; sha256: string; isVideo: boolean };

const PART_BYTES = 192 * 1024;
const PADDING_BYTES = 700 * 1024;
const PART_EVERY_MS = 300;
const AGAIN_MS = 700;
const UPLOAD_MS_MAX = 120_000;
const TUS = { 'tus-resumable': '1.0.0' };

/** The same film with unique bytes: an MP4 `free` box of random bytes, which players skip, is appended. */
export function ownBytes(clip: Buffer, paddingBytes = PADDING_BYTES): Buffer {
  const box = Buffer.alloc(8);
  box.writeUInt32BE(paddingBytes + 8);
  box.write('free', 4);
  return Buffer.concat([clip, box, randomBytes(paddingBytes)]);
}

/** Uploads a file in parts, and resumes from the server's offset after every failure. */
export async function upload(
  browser: Browser,
  file: { bytes: Buffer; filmId: string; slot: Slot; everyMs?: number },
): Promise<Uploaded> {
  const { bytes, filmId, slot } = file;
  const deadline = performance.now() + UPLOAD_MS_MAX;
  const location = await begin(browser, file, deadline);
  let offset: number | undefined = 0;
  while (offset !== bytes.length) {
    if (performance.now() > deadline) throw new NotAcknowledgedError(`${browser.name}: an upload did not end`);
    offset =
      offset === undefined ? await offsetOf(browser, location) : await sendPart(browser, location, bytes, offset);
    await delay(offset === undefined ? AGAIN_MS : (file.everyMs ?? PART_EVERY_MS));
  }
  const isVideo = slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { assetId: location.split('/').at(-1) ?? filmId, sizeBytes: bytes.length, sha256, isVideo };
}

async function begin(browser: Browser, file: { bytes: Buffer; filmId: string; slot: Slot }, deadline: number) {
  const metadata = { filename: `${file.slot}.bin`, filmId: file.filmId, slot: file.slot };
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const headers = { ...TUS, 'upload-length': String(file.bytes.length), 'upload-metadata': pairs.join(',') };
  for (;;) {
    const answer = await browser.send({ kind: 'upload', what: 'POST', path: '/uploads', method: 'POST', headers });
    const location = answer.headers.get('location');
    if (answer.status === 201 && location) return location;
    if (answer.status === 429) await deleteUnfinished(browser);
    else if (!isRetryable(answer)) throw refused(browser, 'POST', answer);
    if (performance.now() > deadline) throw new NotAcknowledgedError(`${browser.name}: an upload did not begin`);
    await delay(AGAIN_MS);
  }
}

/** The server's offset; undefined without an answer. */
async function offsetOf(browser: Browser, location: string): Promise<number | undefined> {
  const answer = await browser.send({ kind: 'upload', what: 'HEAD', path: location, method: 'HEAD', headers: TUS });
  if (answer.status === 200) return Number(answer.headers.get('upload-offset'));
  if (!isRetryable(answer)) throw refused(browser, 'HEAD', answer);
  return undefined;
}

/** Sends the next part; returns the new offset, or undefined when the server has to be asked. */
async function sendPart(
  browser: Browser,
  location: string,
  bytes: Buffer,
  offset: number,
): Promise<number | undefined> {
  const answer = await browser.send({
    kind: 'upload',
    what: 'PATCH',
    path: location,
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: bytes.subarray(offset, offset + PART_BYTES),
    check: ({ headers }) => {
      const now = Number(headers.get('upload-offset'));
      return now === Math.min(offset + PART_BYTES, bytes.length) ? undefined : `acknowledged ${now} bytes`;
    },
  });
  if (answer.status === 204) return Number(answer.headers.get('upload-offset'));
  if (!isRetryable(answer)) throw refused(browser, 'PATCH', answer);
  return undefined;
}

// A POST whose answer was lost left an upload of unknown address.
async function deleteUnfinished(browser: Browser): Promise<void> {
  type List = { assets?: { id: string; state: string }[] };
  const list = await browser.call<List>('upload', 'media.v1.MediaService/ListUploads', {});
  for (const { id, state } of list?.assets ?? []) {
    if (state !== 'UPLOAD_STATE_UPLOADING') continue;
    await browser.send({ kind: 'upload', what: 'DELETE', path: `/uploads/${id}`, method: 'DELETE', headers: TUS });
  }
}

// 409: a part whose answer was lost had arrived. 423: the server is still reading the previous part.
const isRetryable = ({ status }: Answer) => status === 0 || status === 409 || status === 423 || status > 500;

const refused = ({ name }: Browser, what: string, { status, body }: Answer) =>
  new NotAcknowledgedError(`${name}: an upload's ${what} was refused: ${status} ${body.toString().slice(0, 200)}`);
