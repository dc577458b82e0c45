import type { IncomingMessage, ServerResponse } from 'node:http';

/** The names of all cookies of the site; only the gateway sets any. */
export type BrowserCookies = {
  /** Opaque session token, issued by identity. */
  session: string;
  /** Tokens of the other accounts that are signed in in this browser, joined by dots. */
  others: string;
  /** Binds a challenge to the browser that started it. */
  challenge: string;
  /** Shows identity which addresses the browser has signed in with; stays after sign-out. */
  known: string;
  /** The time of this browser's last write: its next page is not one that began to be rendered before. */
  fresh: string;
  /**
   * Tells scripts whose session the browser uses, so that pages of visitors make no calls, and pages of another account
   * notice. The account's id; readable by scripts, grants nothing.
   */
  signedIn: string;
  /** The language that somebody chose in this browser; set by scripts. */
  language: string;
};

/**
 * Cookie names for an origin. Over https they start with `__Host-`, which pins them to this host; over http they contain
 * the port, because browsers share cookies between the ports of one host.
 */
export function cookieNames(publicUrl: URL): BrowserCookies {
  if (publicUrl.protocol === 'https:') {
    return {
      session: '__Host-marquee-session',
      others: '__Host-marquee-others',
      challenge: '__Host-marquee-challenge',
      known: '__Host-marquee-known',
      fresh: '__Host-marquee-fresh',
      signedIn: '__Host-marquee-signed-in',
      language: '__Host-marquee-language',
    };
  }
  const port = publicUrl.port || '80';
  return {
    session: `marquee-session-${port}`,
    others: `marquee-others-${port}`,
    challenge: `marquee-challenge-${port}`,
    known: `marquee-known-${port}`,
    fresh: `marquee-fresh-${port}`,
    signedIn: `marquee-signed-in-${port}`,
    language: `marquee-language-${port}`,
  };
}

const COOKIE_HEADER_MAX_BYTES = 16_384;

/** The value of one cookie, or undefined. The first wins when a name occurs twice. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  const header = request.headers.cookie;
  if (!header || header.length > COOKIE_HEADER_MAX_BYTES) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export type CookieWriter = {
  set(response: ServerResponse, name: string, value: string, maxAgeS: number): void;
  /** The same without HttpOnly, for a cookie that scripts read. */
  setReadable(response: ServerResponse, name: string, value: string, maxAgeS: number): void;
  clear(response: ServerResponse, name: string): void;
};

/** Sets cookies for the whole origin: SameSite=Lax, HttpOnly except for `setReadable`, Secure over https. */
export function cookieWriter(publicUrl: URL): CookieWriter {
  const secure = publicUrl.protocol === 'https:' ? '; Secure' : '';
  const append = (response: ServerResponse, cookie: string) => {
    const name = cookie.slice(0, cookie.indexOf('=') + 1);
    const before = [response.getHeader('set-cookie') ?? []].flat().map(String);
    response.setHeader('set-cookie', [...before.filter((other) => !other.startsWith(name)), cookie]);
  };
  return {
    set: (response, name, value, maxAgeS) =>
      append(response, `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`),
    setReadable: (response, name, value, maxAgeS) =>
      append(response, `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAgeS}${secure}`),
    clear: (response, name) => append(response, `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`),
  };
}

const SESSION_TOKEN = /^[A-Za-z0-9_-]{20,200}$/;
/** Beside the one that the browser uses [AUT-13]. */
const OTHERS_MAX = 4;

/** The tokens of other accounts in the value of their cookie; what is none is left out. */
export function otherTokens(value: string | undefined): string[] {
  return (value ?? '')
    .split('.')
    .filter((token) => SESSION_TOKEN.test(token))
    .slice(0, OTHERS_MAX);
}

/** The tokens of all accounts in a browser, joined by dots, the one that it uses first. */
export function sessionTokens(request: IncomingMessage, cookies: BrowserCookies): string {
  const [used] = otherTokens(readCookie(request, cookies.session));
  return [...(used ? [used] : []), ...otherTokens(readCookie(request, cookies.others))].join('.');
}
