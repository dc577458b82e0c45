import { once } from 'node:events';
import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { OWN_DATA_LIMITS } from '@marquee/rules/own-data';
import { currentCall, newCall, runInCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';
import type { Request, Response } from 'express';
import type { BrowserSessions } from './browser-sessions.ts';
import { wantsPage } from './ssr/busy-page.ts';

/** Where the file of an export is downloaded, by its id. */
export const EXPORT_DOWNLOAD = '/exports/:exportId';

type DownloadOptions = {
  ownData: Pick<Client<typeof OwnDataService>, 'readExport'>;
  sessions: Pick<BrowserSessions, 'resolve'>;
  log: Logger;
};

const PRIVATE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };
const STATUSES: Partial<Record<Code, number>> = {
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404,
  [Code.InvalidArgument]: 404,
  [Code.ResourceExhausted]: 429,
};

/**
 * Answers with the signed-in viewer's export, whole or in part (one range), so that a download can be continued. Identity
 * is asked for each piece as the browser takes it: nothing is buffered, and signing out ends the download. A person whose
 * export is over comes to the page of exports; of an outage they read what the site says of one, in their language.
 */
export function exportDownload({ ownData, sessions, log }: DownloadOptions) {
  return async (request: Request<{ exportId: string }>, response: Response): Promise<void> => {
    const { exportId } = request.params;
    const traceparent = currentCall()?.traceparent;
    const read = async (offset: number, length: number) => {
      const { session } = await sessions.resolve(request);
      if (!session) throw new ConnectError('nobody is signed in', Code.Unauthenticated);
      const { viewer, viewerToken } = session;
      const call = newCall({ traceparent, viewer, viewerToken });
      return runInCall(call, () => ownData.readExport({ exportId, offset: BigInt(offset), length }));
    };
    const refuse = (status: number, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'text/plain', ...PRIVATE, ...headers })
        .end(status === 404 ? 'This export does not exist any more.\n' : 'Please try again in a moment.\n');
    try {
      const size = Number((await read(0, 0)).sizeBytes);
      const etag = `"${exportId}"`;
      const part = requestedPart(request, size, etag);
      if (part === 'unsatisfiable') return refuse(416, { 'content-range': `bytes */${size}` });
      const { start, end } = part ?? { start: 0, end: size - 1 };
      response.writeHead(part ? 206 : 200, {
        ...PRIVATE,
        ...{ 'content-type': 'application/zip', 'content-length': end - start + 1, 'accept-ranges': 'bytes', etag },
        'content-disposition': 'attachment; filename="marquee-data.zip"',
        ...(part && { 'content-range': `bytes ${start}-${end}/${size}` }),
      });
      if (request.method !== 'HEAD') await send(response, read, start, end);
      response.end();
    } catch (error) {
      const { code } = ConnectError.from(error);
      if (response.destroyed) return;
      // What is left of the body never comes: the browser can continue from where it broke off.
      if (response.headersSent) return void response.destroy();
      const status = STATUSES[code] ?? 503;
      if (status === 401) {
        return void response.redirect(303, `/sign-in?${new URLSearchParams({ returnTo: '/settings/export' })}`);
      }
      // It is begun on the page, which asks for proof first, and says what there is.
      if (status === 403 || (status === 404 && wantsPage(request)))
        return void response.redirect(303, '/settings/export');
      if (status === 503) log.warn({ code: Code[code] }, 'an export could not be read');
      if (wantsPage(request)) throw error;
      refuse(status);
    }
  };
}

type Read = (offset: number, length: number) => Promise<{ data: Uint8Array }>;

async function send(response: Response, read: Read, start: number, end: number): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  for (let offset = start; offset <= end && !left.signal.aborted; ) {
    const { data } = await read(offset, Math.min(OWN_DATA_LIMITS.exportPieceBytesMax, end - offset + 1));
    if (data.length === 0) throw new ConnectError('the export has ended early', Code.DataLoss);
    offset += data.length;
    if (!response.write(data)) await once(response, 'drain', { signal: left.signal });
  }
}

/** Several ranges, or one that cannot be read, or one of another file, mean the whole file. */
function requestedPart(request: Request<{ exportId: string }>, size: number, etag: string) {
  const ifRange = request.headers['if-range'];
  if (ifRange && ifRange !== etag) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}
