import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { type Browser, NotAcknowledgedError, openBrowser } from './browser.ts';
import type { Records } from './records.ts';

export type Person = { browser: Browser; email: string; accountId: string };

/** A sign-in that was acknowledged. */
export type SignIn = {
  email: string;
  accountId: string;
  challengeId: string;
  browser: Browser;
  /** Whether a sign-out follows, and whether that was acknowledged. */
  leaves: boolean;
  signedOut: boolean;
};

type Challenge = { challenge: { session: string; userId: string } };
type Message = { to: string; links: string[] };
type Confirmed = { user?: { id: string } };

const MAIL_MS_MAX = 90_000;
const POLL_MS = 250;

/** The link in the newest mail to somebody; older, known ones are skipped. */
async function linkTo(url: string, email: string, known: ReadonlySet<string>): Promise<string> {
  const deadline = performance.now() + MAIL_MS_MAX;
  while (performance.now() < deadline) {
    const messages = await inbox(url);
    const links = messages.filter(({ to }) => to === email).flatMap(({ links }) => links);
    const link = links.find((candidate) => candidate.includes('/auth/confirm') && !known.has(candidate));
    if (link) return link;
    await delay(POLL_MS);
  }
  throw new NotAcknowledgedError(`no mail came to ${email}`);
}

async function inbox(url: string): Promise<Message[]> {
  try {
    const answer = await fetch(`${url}/dev/inbox.json`, { signal: AbortSignal.timeout(MAIL_MS_MAX / 10) });
    return answer.ok ? ((await answer.json()) as Message[]) : [];
  } catch {
    return [];
  }
}

/** Signs in, or creates an account: start, mail, link. */
export async function meetChallenge(
  url: string,
  browser: Browser,
  start: { method: 'StartSignIn' | 'StartCreateAccount'; body: { email: string } & Record<string, unknown> },
  knownLinks: Set<string>,
): Promise<SignIn> {
  const { email } = start.body;
  const { challenge } = await browser.persist<Challenge>('sign in', `identity.v1.AuthService/${start.method}`, {
    requestId: randomUUID(),
    ...start.body,
  });
  const user = await confirm(url, browser, email, knownLinks);
  if (!user) throw new NotAcknowledgedError(`${browser.name}: the confirmed link did not sign in`);
  return { email, accountId: user.id, challengeId: challenge.session, browser, leaves: false, signedOut: false };
}

/** Opens the link of the newest mail. When a start's answer was lost, its link asks for digits: the next mail is right. */
async function confirm(url: string, browser: Browser, email: string, knownLinks: Set<string>) {
  for (;;) {
    const link = await linkTo(url, email, knownLinks);
    knownLinks.add(link);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    try {
      return (await browser.persist<Confirmed>('sign in', 'identity.v1.AuthService/ConfirmLink', { token })).user;
    } catch (error) {
      if (!(error as Error).message.includes(ACCOUNT_MESSAGES.digitsMissing)) throw error;
    }
  }
}

const newEmail = () => `faults-${randomUUID()}@example.com`;

/** The start of a new account. */
export function newAccount(firstName: string) {
  const body = { email: newEmail(), firstName, lastName: 'Faults', country: 'US' };
  return { method: 'StartCreateAccount', body } as const;
}

/** Somebody with an account and a session, past onboarding. */
export async function newPerson(url: string, records: Records, name: string, pro: boolean): Promise<Person> {
  const browser = openBrowser(url, name, records);
  const { email, accountId } = await meetChallenge(url, browser, newAccount(name), new Set());
  const update = (fields: object) =>
    browser.persist('session', 'identity.v1.ProfileService/UpdateProfile', { requestId: randomUUID(), ...fields });
  if (pro) {
    await update({ consumerType: 'CONSUMER_TYPE_ENTERTAINMENT_PRO', type: 'ACCOUNT_TYPE_INDIVIDUAL' });
    await update({ talents: { talents: ['Director'] } });
    await update({ country: 'US', isOnboarding: false });
  } else {
    await update({ consumerType: 'CONSUMER_TYPE_MOVIE_LOVER' });
    await update({ firstName: name, isOnboarding: false });
  }
  return { browser, email, accountId };
}

/** Those who have signed in and stay, whose turn came least often first; nobody more often than this. */
export function inTurn({ signIns }: { signIns: readonly SignIn[] }, timesMax: number): () => SignIn | undefined {
  const turns = new Map<string, number>();
  return () => {
    const times = ({ accountId }: SignIn) => turns.get(accountId) ?? 0;
    const staying = signIns.filter((signIn) => !signIn.leaves && times(signIn) < timesMax);
    const [next] = staying.sort((a, b) => times(a) - times(b));
    if (next) turns.set(next.accountId, times(next) + 1);
    return next;
  };
}
