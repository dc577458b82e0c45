import { BROWSER_ACCOUNTS_MAX } from '@marquee/rules/contact';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from './browser.ts';
import { sessionsHere } from './sessions-here.ts';

/** How many addresses a browser is known to have signed in with: the latest ones. */
const KNOWN_MAX = 5;
const KNOWN_TOKEN = /^[\w-]{22}$/;
const SESSION_TOKEN = /^[\w-]{20,200}$/;
/** What stands for no token: an empty metadata value is not sent on by everybody. */
const NO_TOKEN = '-';

/** A request with the browser that makes it. Only the gateway can describe one: for any other caller it is unknown. */
export function withBrowser<I extends object>(request: I, context: CallContext): I & { browser: Browser } {
  const challengeToken = context.header(metadataNames.challengeToken) ?? '';
  const tokens = { challengeToken, knownTokens: knownTokens(context), sessionTokens: sessionTokens(context) };
  return { ...request, browser: { ...context.client, ...tokens } };
}

/** The tokens of the sessions that the browser has, the one that it uses first [AUT-13]. */
export function sessionTokens(context: CallContext): string[] {
  const tokens = (context.header(metadataNames.sessionTokens) ?? '').split('.');
  return tokens.filter((token) => SESSION_TOKEN.test(token)).slice(0, BROWSER_ACCOUNTS_MAX);
}

function knownTokens(context: CallContext): string[] {
  const tokens = (context.header(metadataNames.knownTokens) ?? '').split('.');
  return tokens.filter((token) => KNOWN_TOKEN.test(token)).slice(0, KNOWN_MAX);
}

/** Also with the answer to a repeated request: the cookie may have been lost with the first. */
export function setChallengeCookie(
  _resources: unknown,
  _result: unknown,
  { responseHeaders }: CallContext,
  { browserToken }: { browserToken: string },
): void {
  responseHeaders.set(metadataNames.challengeSet, browserToken);
}

/** The same where a challenge may have been started, or not. */
export function setStartedChallengeCookie(
  resources: unknown,
  result: unknown,
  context: CallContext,
  started: { browserToken: string } | undefined,
): void {
  if (started) setChallengeCookie(resources, result, context, started);
}

type SessionResources = Pick<IdentityResources, 'secrets' | 'prisma' | 'clock' | 'config'>;

/**
 * The cookies of the session that a use case gives, if it does, and of the address that it is known by from now on. The
 * accounts that were signed in in this browser stay so [AUT-13].
 */
export async function setSessionCookie(
  resources: SessionResources,
  result: { sessionToken?: string | undefined; address?: string | undefined } | undefined,
  context: CallContext,
): Promise<void> {
  if (!result?.sessionToken) return;
  await chooseSession(resources, result.sessionToken, context);
  if (!result.address) return;
  const known = new Set([resources.secrets.knownToken(result.address), ...knownTokens(context)]);
  context.responseHeaders.set(metadataNames.knownSet, [...known].slice(0, KNOWN_MAX).join('.'));
}

/** A session, and the email or phone that was proven for it. */
export type OpenedSession = { sessionToken: string; address: string };

/** The cookie of the session that was named before the write: also with the answer to a repeated request. */
export async function setNamedSessionCookie(
  resources: SessionResources,
  _result: unknown,
  context: CallContext,
  named: Partial<OpenedSession>,
): Promise<void> {
  await setSessionCookie(resources, named, context);
}

/** Pages of this browser are in the language of the account from now on [SET-07]. */
export function setLanguageCookie({ responseHeaders }: CallContext, language: string | undefined): void {
  if (language) responseHeaders.set(metadataNames.sessionLanguage, language);
}

/** Uses a session from now on; the browser's others, one for each account, come after it. */
export async function chooseSession(resources: SessionResources, token: string, context: CallContext): Promise<void> {
  const here = await sessionsHere(resources, [token, ...sessionTokens(context)]);
  const { responseHeaders } = context;
  responseHeaders.set(metadataNames.sessionSet, token);
  const used = here.find((session) => session.token === token);
  if (used) {
    responseHeaders.set(metadataNames.sessionAccount, used.account.id);
    setLanguageCookie(context, used.account.preferredLanguage);
  }
  const others = here.filter((session) => session !== used).slice(0, BROWSER_ACCOUNTS_MAX - 1);
  responseHeaders.set(metadataNames.otherSessionsSet, others.map((other) => other.token).join('.') || NO_TOKEN);
}

/** After signing out of an account: the browser continues with the next one that is signed in there, if there is one. */
export async function chooseNextSession(
  resources: SessionResources,
  _result: unknown,
  context: CallContext,
): Promise<void> {
  const [next] = await sessionsHere(resources, sessionTokens(context));
  if (next) await chooseSession(resources, next.token, context);
  else clearSessionCookies(resources, undefined, context);
}

export function clearSessionCookies(_resources: unknown, _result: unknown, { responseHeaders }: CallContext): void {
  responseHeaders.set(metadataNames.sessionClear, '1');
  responseHeaders.set(metadataNames.otherSessionsSet, NO_TOKEN);
}
