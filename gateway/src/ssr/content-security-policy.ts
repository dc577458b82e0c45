import { hash, randomBytes } from 'node:crypto';

/** Where browsers look for the service worker of the web app. */
const SERVICE_WORKER = '/service-worker.js';

/** Where Stripe's script and its frames come from. */
const STRIPE = 'https://js.stripe.com https://*.js.stripe.com';

/** A nonce of 128 bits. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

export type PolicyOptions = {
  /** Other origins of media, such as an edge or an ad server with its videos and counters. */
  mediaOrigins?: readonly string[];
  /** Where licences of protected films come from. */
  licenceOrigins?: readonly string[];
  /** People pay in frames of Stripe's, which its script opens. */
  stripe?: boolean;
  /** Vite's client in development needs inline styles and a socket. */
  development?: boolean;
};

/** The policy of a page that allows these script sources, such as 'nonce-…' or 'sha256-…'. */
export function contentSecurityPolicy(scripts: readonly string[], options: PolicyOptions = {}): string {
  const named = (sources: readonly string[] = []) => sources.map((source) => ` ${source}`).join('');
  const media = named(options.mediaOrigins);
  const payments = options.stripe ? ' https://api.stripe.com' : '';
  const [stripe, frames] = options.stripe ? [` ${STRIPE}`, [`frame-src ${STRIPE} https://hooks.stripe.com`]] : ['', []];
  return [
    `default-src 'none'`,
    `script-src 'self'${named(scripts.map((source) => `'${source}'`))}${stripe}`,
    `style-src 'self'${options.development ? ` 'unsafe-inline'` : ''}`,
    // For widths of bars and colours of placeholders; a style attribute cannot run code.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' blob:${media}`,
    `connect-src 'self'${options.development ? ' ws:' : ''}${media}${named(options.licenceOrigins)}${payments}`,
    ...frames,
    `font-src 'self'`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ');
}

/** The policy of a built file that a browser runs by itself: the offline page, the service worker. */
export function filePolicy(pathname: string): string | undefined {
  if (pathname.endsWith('.html')) return contentSecurityPolicy([]);
  return pathname === SERVICE_WORKER ? `default-src 'none'; connect-src 'self'` : undefined;
}

/**
 * Prepares a page for the cache: scripts with the secret nonce are allowed by their hash, and the nonce is removed. A
 * script without the nonce was injected and gets no hash.
 */
export function sealScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`;
  const sources = new Set<string>();
  for (const match of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const [, attributes = '', code = ''] = match;
    if (!attributes.includes(mark) || / src=/.test(attributes)) continue;
    sources.add(`sha256-${hash('sha256', code, 'base64')}`);
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] };
}
