const PATH_CHARACTERS_MAX = 2_000;
const BASE = 'https://marquee.invalid';

/** Pages that a sign-in does not return to. */
const ENTRANCES = ['/auth', '/sign-in', '/create-account', '/verify-email', '/verify-phone', '/add-account', '/link'];

/**
 * The path to go to after sign-in; undefined when it leaves this site or leads back to a sign-in page. Addresses are
 * read as browsers read them: `//host`, `/\host` and `/..//host` leave the site.
 */
export function returnPath(text: string | null | undefined): string | undefined {
  if (!text || text.length > PATH_CHARACTERS_MAX || !/^\/(?![/\\])/.test(text) || hasControls(text)) return undefined;
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return undefined;
  if (ENTRANCES.some((entrance) => url.pathname === entrance || url.pathname.startsWith(`${entrance}/`))) {
    return undefined;
  }
  return `${url.pathname}${url.search}${url.hash}`;
}

function hasControls(text: string): boolean {
  // Browsers drop tabs and line ends from addresses, and read backslashes as slashes.
  return [...text].some((character) => character <= ' ' || character === '\\' || character === '\u007f');
}
