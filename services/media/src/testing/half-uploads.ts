import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Viewer } from '@marquee/runtime/viewer';
import type { MediaHarness } from './media-service.ts';

/** An upload of so many bytes that has just begun. */
export async function begin(media: MediaHarness, maker: Viewer, size: number) {
  const created = await media.create(maker, size);
  const location = created.headers.get('location') ?? '';
  const id = location.slice('/uploads/'.length);
  const head = () =>
    fetch(media.url(location), { method: 'HEAD', headers: { ...media.headers(maker), 'Tus-Resumable': '1.0.0' } });
  const offset = async () => Number((await head()).headers.get('upload-offset'));
  return { location, id, head, offset };
}

/** Sends the beginning of a body and no more. `end` breaks the connection. */
export function sendHalf(
  media: MediaHarness,
  viewer: Viewer,
  location: string,
  offset: number,
  body: Buffer,
  length: number,
) {
  const headers = { ...media.headers(viewer), 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(offset) };
  const request = httpRequest(media.url(location), {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/offset+octet-stream', 'Content-Length': length },
  });
  request.on('error', () => {});
  let isAnswered = false;
  const answer = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
    isAnswered = true;
    const { statusCode: status, headers } = response as IncomingMessage;
    return { status, retryAfter: headers['retry-after'], body: await text(response as IncomingMessage) };
  });
  answer.catch(() => {});
  const sent = new Promise<void>((resolve) => request.write(body, () => resolve()));
  return {
    sent,
    answer,
    isAnswered: () => isAnswered,
    write: (more: Buffer) => request.write(more),
    end: () => request.destroy(),
  };
}
