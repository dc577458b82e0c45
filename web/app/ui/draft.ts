import { accountOfPage } from '../api/browser/page-account.ts';

/** Forms that begin a sign-in belong to the tab: nobody is signed in yet, or another account is being added. */
const OF_NOBODY = new Set(['sign-in', 'create-account']);

/** What somebody typed is shown to no other account of this browser. */
const storageKey = (key: string) => (OF_NOBODY.has(key) ? `draft:${key}` : `draft:${accountOfPage() ?? ''}:${key}`);

/** What was typed into the form of this key in this tab, and was not sent. */
export function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    const values: unknown = JSON.parse(sessionStorage.getItem(storageKey(key)) ?? 'null');
    return values && typeof values === 'object' ? (values as Record<string, unknown>) : undefined;
  } catch {
    sessionStorage.removeItem(storageKey(key));
    return undefined;
  }
}

/** Keeps what is typed in this tab, across reloads and navigation. */
export function keepDraft(key: string, values: object): void {
  sessionStorage.setItem(storageKey(key), JSON.stringify(values));
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(storageKey(key));
}
