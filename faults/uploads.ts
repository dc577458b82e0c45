import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './ask.ts';
import { type Browser, NotAcknowledgedError } from './browser.ts';

export type Slot = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'POSTER_IMAGE' | 'TRAILER_IMAGE';

/** A file that a maker sent, all of whose bytes were acknowledged. */
export type Uploaded = { assetId: string; sizeBytes: number; sha256: string; isVideo: boolean };

const PIECE_BYTES = 192 * 1024;
const PADDING_BYTES = 700 * 1024;
const PIECE_EVERY_MS = 300;
const AGAIN_MS = 700;
const UPLOAD_MS_MAX = 120_000;
const TUS = { 'tus-resumable': '1.0.0' };

/** The same film in bytes of its own: behind it stands a box that players skip, full of what nobody could guess. */
export function ownBytes(clip: Buffer, paddingBytes = PADDING_BYTES): Buffer {
  const box = Buffer.alloc(8);
  box.writeUInt32BE(paddingBytes + 8);
  box.write('free', 4);
  return Buffer.concat([clip, box, randomBytes(paddingBytes)]);
}

/** Uploads a file piece by piece, and goes on after every trouble from where the server says it is. */
export async function upload(
  browser: Browser,
  file: { bytes: Buffer; filmId: string; slot: Slot; everyMs?: number },
): Promise<Uploaded> {
  const { bytes, filmId, slot } = file;
  const giveUp = performance.now() + UPLOAD_MS_MAX;
  const location = await begin(browser, file, giveUp);
  let offset: number | undefined = 0;
  while (offset !== bytes.length) {
    if (performance.now() > giveUp) throw new NotAcknowledgedError(`${browser.name}: an upload did not end`);
    offset =
      offset === undefined ? await offsetOf(browser, location) : await sendPiece(browser, location, bytes, offset);
    await delay(offset === undefined ? AGAIN_MS : (file.everyMs ?? PIECE_EVERY_MS));
  }
  const isVideo = slot === 'FILM_VIDEO' || slot === 'TRAILER_VIDEO';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { assetId: location.split('/').at(-1) ?? filmId, sizeBytes: bytes.length, sha256, isVideo };
}

async function begin(browser: Browser, file: { bytes: Buffer; filmId: string; slot: Slot }, giveUp: number) {
  const metadata = { filename: `${file.slot}.bin`, filmId: file.filmId, slot: file.slot };
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const headers = { ...TUS, 'upload-length': String(file.bytes.length), 'upload-metadata': pairs.join(',') };
  for (;;) {
    const answer = await browser.send({ kind: 'upload', what: 'POST', path: '/uploads', method: 'POST', headers });
    const location = answer.headers.get('location');
    if (answer.status === 201 && location) return location;
    if (answer.status === 429) await dropUnfinished(browser);
    else if (!mayHelpToWait(answer)) throw refused(browser, 'POST', answer);
    if (performance.now() > giveUp) throw new NotAcknowledgedError(`${browser.name}: an upload did not begin`);
    await delay(AGAIN_MS);
  }
}

/** What the server has of it; nothing when it did not say. */
async function offsetOf(browser: Browser, location: string): Promise<number | undefined> {
  const answer = await browser.send({ kind: 'upload', what: 'HEAD', path: location, method: 'HEAD', headers: TUS });
  if (answer.status === 200) return Number(answer.headers.get('upload-offset'));
  if (!mayHelpToWait(answer)) throw refused(browser, 'HEAD', answer);
  return undefined;
}

/** How much the server has after one more piece; nothing when it has to be asked. */
async function sendPiece(
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
    body: bytes.subarray(offset, offset + PIECE_BYTES),
    check: ({ headers }) => {
      const now = Number(headers.get('upload-offset'));
      return now === Math.min(offset + PIECE_BYTES, bytes.length) ? undefined : `acknowledged ${now} bytes`;
    },
  });
  if (answer.status === 204) return Number(answer.headers.get('upload-offset'));
  if (!mayHelpToWait(answer)) throw refused(browser, 'PATCH', answer);
  return undefined;
}

// A POST whose answer was lost left an upload that nobody knows the address of.
async function dropUnfinished(browser: Browser): Promise<void> {
  type List = { assets?: { id: string; state: string }[] };
  const list = await browser.call<List>('upload', 'media.v1.MediaService/ListUploads', {});
  for (const { id, state } of list?.assets ?? []) {
    if (state !== 'UPLOAD_STATE_UPLOADING') continue;
    await browser.send({ kind: 'upload', what: 'DELETE', path: `/uploads/${id}`, method: 'DELETE', headers: TUS });
  }
}

// 409: a piece whose answer was lost had arrived. 423: the server still waits for the end of the one before.
const mayHelpToWait = ({ status }: Answer) => status === 0 || status === 409 || status === 423 || status > 500;

const refused = ({ name }: Browser, what: string, { status, body }: Answer) =>
  new NotAcknowledgedError(`${name}: an upload's ${what} was refused: ${status} ${body.toString().slice(0, 200)}`);
