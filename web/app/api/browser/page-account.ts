// A browser may be signed in to several accounts and uses one of them, in all tabs. A page belongs to the account that was
// used when it was opened: what it asks for or saves is never done as another one [AUT-13].

/** Sent to the window when a call was not made because the browser uses another account than the page. */
export const otherAccountUsed = 'marquee:other-account-used';

const ACCOUNT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What a readable cookie beside the session's tells: '' without a session, else the account's id, or '1' where it was set
 * by an earlier version. It proves nothing.
 */
export function sessionHint(cookie = document.cookie, here: Pick<Location, 'protocol' | 'port'> = location): string {
  const name = here.protocol === 'https:' ? '__Host-marquee-signed-in' : `marquee-signed-in-${here.port || '80'}`;
  const pair = cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  const hint = pair?.slice(name.length + 1) ?? '';
  return hint === '1' || ACCOUNT_ID.test(hint) ? hint : '';
}

/** The account that this browser uses; undefined for visitors, and where the cookie does not say. */
export function accountOfBrowser(): string | undefined {
  const hint = sessionHint();
  return ACCOUNT_ID.test(hint) ? hint : undefined;
}

let account = typeof document === 'undefined' ? undefined : accountOfBrowser();

/** The account that this page belongs to; undefined for a visitor's. */
export function accountOfPage(): string | undefined {
  return account;
}

export function setAccountOfPage(id: string): void {
  account = id;
}

/** Whether this browser uses another account than the one that the page belongs to. */
export function usesOtherAccount(): boolean {
  const used = accountOfBrowser();
  return account !== undefined && used !== undefined && used !== account;
}
