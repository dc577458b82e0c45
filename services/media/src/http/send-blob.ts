import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BlobStore, StoredBlob } from '@marquee/storage/blob-store';
import { rangeNotSatisfiable } from './http-errors.ts';

export type BlobContent = { size: number; etag: string; type: string; body?: Buffer };
// The client left or seeked, which is no error. The second code is for a client that left before the file was open.
const VIEWER_LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

type Headers = Record<string, string | number>;

/** Answers GET and HEAD with a blob: whole, a part (one range), or 304 when the client has it. */
export async function sendBlob(
  request: IncomingMessage,
  response: ServerResponse,
  blobs: BlobStore,
  key: string,
  content: BlobContent,
  headers: Headers,
): Promise<void> {
  const { size, etag, type, body } = content;
  const common: Headers = { ...headers, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, common).end();
    return;
  }
  const range = requestedRange(request, size, etag);
  const length = range ? range.end - range.start + 1 : size;
  const about: Headers = { ...common, 'Content-Type': type, 'Content-Length': length };
  if (range) about['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') response.writeHead(status, about).end();
  else if (body) response.writeHead(status, about).end(range ? body.subarray(range.start, range.end + 1) : body);
  else {
    // Before the headers are sent: a store that does not answer can still be reported by a status.
    const blob = await blobs.get(key, { range });
    response.writeHead(status, about);
    await stream(response, blob);
  }
}

async function stream(response: ServerResponse, blob: Pick<StoredBlob, 'body'>) {
  try {
    await pipeline(blob.body, response);
  } catch (error) {
    if (!VIEWER_LEFT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    blob.body.destroy();
  }
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/** Reads one range. Several ranges, or one that cannot be parsed, mean the whole file. @throws 416 past the end */
function requestedRange(request: IncomingMessage, size: number, etag: string) {
  const { range, 'if-range': ifRange } = request.headers;
  if (!range || (ifRange && ifRange !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (start > end) throw rangeNotSatisfiable(size);
  return { start, end };
}
