import type { CallContext } from '@marquee/runtime/rpc/implement';
import { metadataNames } from '@marquee/runtime/rpc/metadata';
import type { IdentityResources } from '../resources.ts';
import type { Browser } from './browser.ts';

/** How many addresses a browser is known to have signed in with: the latest ones. */
const KNOWN_MAX = 5;
const KNOWN_TOKEN = /^[\w-]{22}$/;

/** A request with the browser that makes it. Only the gateway can describe one: for any other caller it is unknown. */
export function withBrowser<I extends object>(request: I, context: CallContext): I & { browser: Browser } {
  const challengeToken = context.header(metadataNames.challengeToken) ?? '';
  return { ...request, browser: { ...context.client, challengeToken, knownTokens: knownTokens(context) } };
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

/** The cookies of the session that a use case gives, if it does, and of the address that it is known by from now on. */
export function setSessionCookie(
  { secrets }: Pick<IdentityResources, 'secrets'>,
  result: { sessionToken?: string | undefined; address?: string | undefined } | undefined,
  context: CallContext,
): void {
  if (!result?.sessionToken) return;
  context.responseHeaders.set(metadataNames.sessionSet, result.sessionToken);
  if (!result.address) return;
  const known = new Set([secrets.knownToken(result.address), ...knownTokens(context)]);
  context.responseHeaders.set(metadataNames.knownSet, [...known].slice(0, KNOWN_MAX).join('.'));
}

/** A session, and the email or phone that was proven for it. */
export type OpenedSession = { sessionToken: string; address: string };

/** The cookie of the session that was named before the write: also with the answer to a repeated request. */
export function setNamedSessionCookie(
  resources: Pick<IdentityResources, 'secrets'>,
  _result: unknown,
  context: CallContext,
  named: OpenedSession,
): void {
  setSessionCookie(resources, named, context);
}

export function clearSessionCookie(_resources: unknown, _result: unknown, { responseHeaders }: CallContext): void {
  responseHeaders.set(metadataNames.sessionClear, '1');
}
