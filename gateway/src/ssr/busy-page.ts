import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PALETTE } from '@marquee/rules/palette';
import { RETRY_AFTER_S_MIN } from '../overloaded.ts';

const lightDark = (name: 'canvas' | 'ink') => `light-dark(${PALETTE[name].light}, ${PALETTE[name].dark})`;

const STYLE = `
:root { color-scheme: dark light; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
  background: ${lightDark('canvas')}; color: ${lightDark('ink')}; text-align: center; }
main { padding: 1.5rem; max-width: 30rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
a { color: inherit; }`;

const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const TITLE = 'Marquee is very busy right now.';
const FAILED_TITLE = 'We could not load this page.';

/** Without React and without calls: it is sent when there is no time for either. */
function documentOf(title: string, retryAfterS: number, comfort = 'Nothing you did is lost. '): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retryAfterS}">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${comfort}This page tries again by itself in ${retryAfterS} seconds.</p>
<p><a href="">Try again now</a></p>
</main>
</body>
</html>
`;
}

/** True for a browser that opens a page; its scripts take anything, and get a line of text. */
const wantsPage = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') ?? false;

/** Those who are refused at one moment return spread over some seconds. */
const RETRY_AFTER_S_SPREAD = 4;

/** Answers 503 with Retry-After: a page for people, a line of text for scripts. */
export function sayBusy(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  const retryAfterS = RETRY_AFTER_S_MIN + Math.floor(Math.random() * RETRY_AFTER_S_SPREAD);
  const isDocument = wantsPage(request);
  const body = isDocument ? documentOf(TITLE, retryAfterS) : `${TITLE} Please try again in ${retryAfterS} seconds.\n`;
  refuse(request, response, { headers, retryAfterS, isDocument, body });
}

/** A script that somebody waits for asks soon; pages that nobody looks at do not ask all the time, nor in one second. */
const FAILED_RETRY_AFTER_S = 5;
const FAILED_PAGE_RETRY_S = { min: 15, spread: 15 };

/** The same of a request that failed, of which nothing more can be said. */
export function sayFailed(request: IncomingMessage, response: ServerResponse): void {
  const isDocument = wantsPage(request);
  const { min, spread } = FAILED_PAGE_RETRY_S;
  const retryAfterS = isDocument ? min + Math.floor(Math.random() * spread) : FAILED_RETRY_AFTER_S;
  const body = isDocument ? documentOf(FAILED_TITLE, retryAfterS, '') : 'Please try again in a moment.\n';
  refuse(request, response, { headers: {}, retryAfterS, isDocument, body });
}

type Refusal = {
  headers: Readonly<Record<string, string>>;
  retryAfterS: number;
  isDocument: boolean;
  body: string;
};

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, retryAfterS, isDocument, body }: Refusal,
): void {
  response.writeHead(503, {
    ...headers,
    'content-type': `text/${isDocument ? 'html' : 'plain'}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'retry-after': String(retryAfterS),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
