import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Browser } from './ingress.ts';

const FILE_BYTES = 2 ** 30;
const PIECE_BYTES = 240 * 1024;
const CHUNK_BYTES = 8 * 1024;
const CHUNK_EVERY_MS = 100;
const RETRY_MS = 100;
const TUS = { 'tus-resumable': '1.0.0' };
/** Answers after which an upload asks for the offset and resumes. */
const RESUMABLE = [409, 423, 503];

export type SlowUpload = {
  /** Sends one more piece. When it was not accepted, asks the server for its offset. */
  sendPiece(): Promise<string>;
  /** The last offset that the server answered. */
  acknowledged(): number;
  /** Asks the server for its offset. */
  arrived(): Promise<number>;
};

/** Uploads a file that is too large to finish over a slow line, as the product's uploader does. */
export async function openSlowUpload(browser: Browser): Promise<SlowUpload> {
  const metadata = { filename: 'film.mp4', slot: 'FILM_VIDEO' };
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const headers = { ...TUS, 'upload-length': String(FILE_BYTES), 'upload-metadata': pairs.join(',') };
  const created = await browser.send('/uploads', { method: 'POST', headers });
  const { location } = created.headers;
  if (created.status !== 201 || !location) throw refused('POST', created);
  let acknowledged = 0;

  async function arrived(): Promise<number> {
    for (;;) {
      const answer = await browser.send(location ?? '', { method: 'HEAD', headers: TUS });
      if (answer.status === 200) return offsetIn(answer);
      if (!RESUMABLE.includes(answer.status)) throw refused('HEAD', answer);
      await delay(RETRY_MS);
    }
  }

  return {
    acknowledged: () => acknowledged,
    arrived,
    async sendPiece() {
      const from = acknowledged;
      const answer = await browser.send(location, {
        method: 'PATCH',
        headers: {
          ...TUS,
          'upload-offset': String(from),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(PIECE_BYTES),
        },
        body: slowly(randomBytes(PIECE_BYTES)),
      });
      if (answer.status !== 204 && !RESUMABLE.includes(answer.status)) throw refused('PATCH', answer);
      const now = answer.status === 204 ? offsetIn(answer) : await arrived();
      if (now < from || now > from + PIECE_BYTES) throw new Error(`an upload at ${from} is at ${now}`);
      acknowledged = now;
      return now === from + PIECE_BYTES ? 'accepted' : 'to be resumed';
    },
  };
}

async function* slowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await delay(CHUNK_EVERY_MS);
  }
}

const offsetIn = ({ headers }: Answer) => Number(headers['upload-offset']);
const refused = (method: string, { status, text }: Answer) =>
  new Error(`the ${method} of an upload: ${status} ${text}`);
