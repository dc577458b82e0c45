import type { IncomingMessage } from 'node:http';
import { readCookie } from '../cookies.ts';

/** The best of the supported languages for an Accept-Language header; the first when none fits. */
export function pickLanguage(header: string | undefined, supported: readonly [string, ...string[]]): string {
  if (!header || supported.length === 1) return supported[0];
  const wanted = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = supported.find((one) => tag === one || tag.startsWith(`${one}-`));
    if (found) return found;
  }
  return supported[0];
}

/** The language that somebody has chosen, in the cookie of this name if there is one, or the best for their browser. */
export function languageOfRequest(
  request: IncomingMessage,
  cookie: string | undefined,
  supported: readonly [string, ...string[]],
): string {
  const chosen = cookie && readCookie(request, cookie);
  return chosen && supported.includes(chosen) ? chosen : pickLanguage(request.headers['accept-language'], supported);
}
