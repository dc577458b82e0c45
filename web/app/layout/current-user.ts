import { ConsumerType, type User } from '@marquee/contracts/identity/v1/account_pb';
import { useEffect, useSyncExternalStore } from 'react';
import { refusalOf } from '../api/api-error.ts';
import { sessionEnded } from '../api/browser/session-events.ts';

/** The person at this browser. `unknown` until the page has hydrated and asked identity: pages are the same for all viewers. */
export type CurrentUser = { state: 'unknown' } | { state: 'visitor' } | { state: 'account'; user: User };

const unknown: CurrentUser = { state: 'unknown' };
const visitor: CurrentUser = { state: 'visitor' };

let current: CurrentUser = unknown;
let asked = false;
const listeners = new Set<() => void>();

function set(next: CurrentUser): void {
  current = next;
  for (const listener of listeners) listener();
}

/** A readable cookie beside the session's tells that there is a session, so that visitors need no call. It proves nothing. */
export function hasSessionHint(
  cookie = document.cookie,
  here: Pick<Location, 'protocol' | 'port'> = location,
): boolean {
  const name = here.protocol === 'https:' ? '__Host-marquee-signed-in' : `marquee-signed-in-${here.port || '80'}`;
  return cookie.split('; ').includes(`${name}=1`);
}

/** Asks identity for the account; call it again after the account has changed. */
export async function refreshCurrentUser(): Promise<void> {
  if (!hasSessionHint()) return set(visitor);
  try {
    const { getCurrentUser } = await import('./account-calls.ts');
    const { user } = await getCurrentUser();
    set(user ? { state: 'account', user } : visitor);
  } catch (error) {
    // Only this refusal means that nobody is signed in; a network failure does not.
    if (refusalOf(error).code === 'Unauthenticated') set(visitor);
  }
}

/** Asks again after a failed answer, when the network or the focus returns. */
function askAgain(): void {
  if (current.state === 'unknown') void refreshCurrentUser();
}

/** Runs once per page, for the first component that needs it. */
function begin(): void {
  if (asked) return;
  asked = true;
  window.addEventListener(sessionEnded, () => set(visitor));
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

export function isPro(user: User): boolean {
  return user.consumerType === ConsumerType.ENTERTAINMENT_PRO;
}

export function isStaff(user: User): boolean {
  return user.roles.length > 0;
}

export function fullName(user: Pick<User, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`.trim();
}
