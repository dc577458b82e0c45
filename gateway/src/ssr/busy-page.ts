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

type Texts = { busy: string; failed: string; comfort: string; again: string; now: string };
const ENGLISH: Texts = {
  busy: 'Marquee is very busy right now.',
  failed: 'We could not load this page.',
  comfort: 'Nothing you did is lost.',
  again: 'This page tries again by itself in {count} seconds.',
  now: 'Try again now',
};
/** Here and not in the catalogue, which is loaded with the web app. */
const TEXTS: Readonly<Record<string, Texts>> = {
  en: ENGLISH,
  es: {
    busy: 'Marquee está muy ocupado en este momento.',
    failed: 'No pudimos cargar esta página.',
    comfort: 'No se ha perdido nada de lo que hiciste.',
    again: 'Esta página vuelve a intentarlo sola en {count} segundos.',
    now: 'Volver a intentarlo ahora',
  },
  fr: {
    busy: 'Marquee est très occupé en ce moment.',
    failed: 'Nous n’avons pas pu charger cette page.',
    comfort: 'Rien de ce que vous avez fait n’est perdu.',
    again: 'Cette page réessaie d’elle-même dans {count} secondes.',
    now: 'Réessayer maintenant',
  },
};

type Say = { language?: string; headers?: Readonly<Record<string, string>> };

/** Without React and without calls: it is sent when there is no time for either. */
function documentOf(language: string, what: 'busy' | 'failed', retryAfterS: number): string {
  const texts = TEXTS[language] ?? ENGLISH;
  const again = texts.again.replace('{count}', String(retryAfterS));
  return `<!doctype html>
<html lang="${texts === ENGLISH ? 'en' : language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retryAfterS}">
<title>${texts[what]}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${texts[what]}</h1>
<p>${what === 'busy' ? `${texts.comfort} ` : ''}${again}</p>
<p><a href="">${texts.now}</a></p>
</main>
</body>
</html>
`;
}

/** True for a browser that opens a page; its scripts take anything, and get a line of text. */
export const wantsPage = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') ?? false;

/** Those who are refused at one moment return spread over some seconds. */
const RETRY_AFTER_S_SPREAD = 4;

/** Answers 503 with Retry-After: a page for people in their language, a line of text for scripts. */
export function sayBusy(
  request: IncomingMessage,
  response: ServerResponse,
  { language = 'en', headers = {} }: Say = {},
): void {
  const retryAfterS = RETRY_AFTER_S_MIN + Math.floor(Math.random() * RETRY_AFTER_S_SPREAD);
  const isDocument = wantsPage(request);
  const line = `${ENGLISH.busy} Please try again in ${retryAfterS} seconds.\n`;
  const body = isDocument ? documentOf(language, 'busy', retryAfterS) : line;
  refuse(request, response, { headers, retryAfterS, isDocument, body });
}

/** A script that somebody waits for asks soon; pages that nobody looks at do not ask all the time, nor in one second. */
const FAILED_RETRY_AFTER_S = 5;
const FAILED_PAGE_RETRY_S = { min: 15, spread: 15 };

/** The same of a request that failed, of which nothing more can be said. */
export function sayFailed(request: IncomingMessage, response: ServerResponse, { language = 'en' }: Say = {}): void {
  const isDocument = wantsPage(request);
  const { min, spread } = FAILED_PAGE_RETRY_S;
  const retryAfterS = isDocument ? min + Math.floor(Math.random() * spread) : FAILED_RETRY_AFTER_S;
  const body = isDocument ? documentOf(language, 'failed', retryAfterS) : 'Please try again in a moment.\n';
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
