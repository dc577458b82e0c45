import { createHash, randomBytes } from 'node:crypto';

/** A nonce of 128 bits. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

export type PolicyOptions = {
  /** Other origins that media come from, such as an edge's. */
  mediaOrigins?: readonly string[];
  /** Vite's client in development needs inline styles and a socket. */
  development?: boolean;
};

/** The policy of a page whose scripts are named by these sources, such as 'nonce-…' or 'sha256-…'. */
export function contentSecurityPolicy(scripts: readonly string[], options: PolicyOptions = {}): string {
  const media = (options.mediaOrigins ?? []).map((origin) => ` ${origin}`).join('');
  const named = scripts.map((source) => ` '${source}'`).join('');
  return [
    `default-src 'none'`,
    `script-src 'self'${named}`,
    `style-src 'self'${options.development ? ` 'unsafe-inline'` : ''}`,
    // Widths of bars and colours of placeholders; an attribute can run nothing.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' blob:${media}`,
    `connect-src 'self'${options.development ? ' ws:' : ''}${media}`,
    `font-src 'self'`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ');
}

/**
 * Makes a page fit to be kept: its scripts marked with the secret nonce are named by their hash, and the nonce is taken
 * out. A script without the nonce was not written by us and gets no hash.
 */
export function sealScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`;
  const sources = new Set<string>();
  for (const match of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const [, attributes = '', code = ''] = match;
    if (!attributes.includes(mark) || / src=/.test(attributes)) continue;
    sources.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] };
}
