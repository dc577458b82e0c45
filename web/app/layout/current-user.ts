import type { ConsumerType, User } from '@marquee/contracts/identity/v1/account_pb';
import { useEffect, useSyncExternalStore } from 'react';
import { refusalOf } from '../api/api-error.ts';
import { sessionHint, setAccountOfPage, usesOtherAccount } from '../api/browser/page-account.ts';
import { sessionEnded, sessionRenewed } from '../api/browser/session-events.ts';

/** The person at this browser. `unknown` until the page has hydrated and asked identity: pages are the same for all viewers. */
export type CurrentUser = { state: 'unknown' } | { state: 'visitor' } | { state: 'account'; user: User };

const unknown: CurrentUser = { state: 'unknown' };
const visitor: CurrentUser = { state: 'visitor' };

let current: CurrentUser = unknown;
let asked = false;
/** How often identity was asked, and which of these answers is shown. */
let asks = 0;
let shown = 0;
/** Whose session has ended while the page was open, until they sign in again or close the question. */
let endedFor: User | undefined;
let isDismissed = false;
/** They want to sign in, on a page that does not ask by itself. */
let isSignInWanted = false;
/** After a failed answer, doubled with each; then the network or the focus has to return. */
const RETRY_MS = 5_000;
const RETRIES_MAX = 5;
let retries = 0;
const listeners = new Set<() => void>();

function set(next: CurrentUser): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * The session of this page has ended. Somebody who was signed in stays shown as such, so that the page keeps what was
 * typed, and is asked to sign in again; who has closed that question is asked again when they want to save something.
 */
function end(isWrite: boolean): void {
  if (current.state === 'account') {
    if (!isDismissed || isWrite) endedFor = current.user;
    set(current);
  } else set(visitor);
}

/** Asks the person whose session has ended to sign in again over the page. */
export function signInOverPage(): void {
  isSignInWanted = true;
  set(current);
}

export function dismissEndedSession(): void {
  isDismissed = true;
  isSignInWanted = false;
  endedFor = undefined;
  set(current);
}

/** While somebody signs out, so that nothing begins to ask for their account any more. The returned function ends it. */
export function forgetUser(): () => void {
  const before = current;
  set(unknown);
  return () => set(before);
}

/** The same person has signed in again on this page. */
export function renewSession(): void {
  isDismissed = false;
  isSignInWanted = false;
  endedFor = undefined;
  set(current);
  window.dispatchEvent(new Event(sessionRenewed));
}

/**
 * Asks identity for the account; call it again after the account has changed.
 *
 * @returns true when it is signed in
 */
export async function refreshCurrentUser(): Promise<boolean> {
  asks += 1;
  const own = asks;
  // The answer would be about somebody else than the page.
  if (usesOtherAccount()) return false;
  if (sessionHint() === '') {
    shown = own;
    set(visitor);
    return false;
  }
  try {
    const { getCurrentUser } = await import('./account-calls.ts');
    const { user } = await getCurrentUser();
    // An answer that arrives after a newer one is of the account as it was.
    if (own < shown) return user !== undefined;
    shown = own;
    retries = 0;
    isDismissed = false;
    endedFor = undefined;
    if (user) setAccountOfPage(user.id);
    set(user ? { state: 'account', user } : visitor);
    return user !== undefined;
  } catch (error) {
    // Only this refusal means that nobody is signed in; a network failure does not.
    if (refusalOf(error).code !== 'Unauthenticated') retryLater();
    else if (own > shown) end(false);
    return false;
  }
}

/** What waits for the account is shown as loading: it must not stay so after one failed answer. */
function retryLater(): void {
  if (current.state !== 'unknown' || retries >= RETRIES_MAX) return;
  window.setTimeout(askAgain, RETRY_MS * 2 ** retries);
  retries += 1;
}

/** Asks again after a failed answer: by itself some times, and whenever the network or the focus returns. */
function askAgain(): void {
  if (current.state === 'unknown') void refreshCurrentUser();
}

/** Runs once per page, for the first component that needs it. */
function begin(): void {
  if (asked) return;
  asked = true;
  window.addEventListener(sessionEnded, (event) => end(event instanceof CustomEvent && event.detail.isWrite));
  window.addEventListener('online', askAgain);
  window.addEventListener('focus', askAgain);
  void refreshCurrentUser();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person at this browser, after hydration. */
export function useCurrentUser(): CurrentUser {
  const user = useSyncExternalStore(
    subscribe,
    () => current,
    () => unknown,
  );
  useEffect(begin, []);
  return user;
}

/** The person whose session has ended while the page was open, and who is to sign in again. */
export function useEndedSession(): User | undefined {
  return useSyncExternalStore(
    subscribe,
    () => endedFor,
    () => undefined,
  );
}

export function useIsSignInWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSignInWanted,
    () => false,
  );
}

// As protobuf numbers it. The enum is in the large module of descriptors, which pages need not load.
const ENTERTAINMENT_PRO: ConsumerType.ENTERTAINMENT_PRO = 2;

export function isPro(user: User): boolean {
  return user.consumerType === ENTERTAINMENT_PRO;
}

export function isStaff(user: User): boolean {
  return user.roles.length > 0;
}

export function fullName(user: Pick<User, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`.trim();
}
