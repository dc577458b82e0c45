import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessOf, RateClass } from '@marquee/contracts/access';
import { SIGNED_IN_DAYS } from '@marquee/rules/contact';
import { isInterfaceLanguage } from '@marquee/rules/interface-languages';
import type { Clock } from '@marquee/runtime/clock';
import type { BrowserSessions } from './browser-sessions.ts';
import { type BrowserCookies, type CookieWriter, otherTokens, readCookie } from './cookies.ts';
import type { Exchange } from './proxy/forward.ts';

const SESSION_COOKIE_S = SIGNED_IN_DAYS * 60 * 60 * 24;
const ACCOUNT_ID = /^[0-9a-f-]{36}$/;
const CHALLENGE_COOKIE_S = 60 * 60;
const KNOWN_COOKIE_S = 60 * 60 * 24 * 365;
const LANGUAGE_COOKIE_S = 60 * 60 * 24 * 365;
/** Longer than a page stays cached. */
const FRESH_COOKIE_S = 10;

/** After a call: sets cookies for identity's session changes; after a write the author's next page bypasses the cache. */
export function applySessionChanges(
  cookies: BrowserCookies,
  writer: CookieWriter,
  sessions: BrowserSessions,
  clock: Clock,
) {
  const setOthers = (request: IncomingMessage, response: ServerResponse, set: string) => {
    const tokens = otherTokens(set);
    if (tokens.length > 0) writer.set(response, cookies.others, tokens.join('.'), SESSION_COOKIE_S);
    else if (readCookie(request, cookies.others)) writer.clear(response, cookies.others);
  };
  return ({ request, response, proxied, ok, session }: Exchange): void => {
    if (session?.challengeSet !== undefined) {
      writer.set(response, cookies.challenge, session.challengeSet, CHALLENGE_COOKIE_S);
    }
    if (session?.sessionSet !== undefined) {
      sessions.forget(request);
      sessions.begun(session.sessionSet);
      writer.set(response, cookies.session, session.sessionSet, SESSION_COOKIE_S);
      const account = ACCOUNT_ID.test(session.sessionAccount ?? '') ? session.sessionAccount : undefined;
      writer.setReadable(response, cookies.signedIn, account ?? '1', SESSION_COOKIE_S);
      writer.clear(response, cookies.challenge);
    }
    const language = session?.sessionLanguage;
    if (language && isInterfaceLanguage(language)) {
      writer.setReadable(response, cookies.language, language, LANGUAGE_COOKIE_S);
    }
    if (session?.knownSet !== undefined) writer.set(response, cookies.known, session.knownSet, KNOWN_COOKIE_S);
    if (session?.sessionClear !== undefined) dropSession(request, response, cookies, writer, sessions);
    if (session?.otherSessionsSet !== undefined) setOthers(request, response, session.otherSessionsSet);
    const wrote = ok && accessOf(proxied.method)?.rateClass === RateClass.WRITE;
    if (!wrote) return;
    // The viewer token is stale after changes such as onboarding.
    sessions.forget(request);
    writer.set(response, cookies.fresh, String(clock.now().getTime()), FRESH_COOKIE_S);
  };
}

/** Clears the cookies of a session. */
export function dropSession(
  request: IncomingMessage,
  response: ServerResponse,
  cookies: BrowserCookies,
  writer: CookieWriter,
  sessions: BrowserSessions,
): void {
  sessions.ended(request);
  writer.clear(response, cookies.session);
  writer.clear(response, cookies.signedIn);
}
