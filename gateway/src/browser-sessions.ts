import type { IncomingMessage } from 'node:http';
import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { atMost } from '@marquee/runtime/at-most';
import type { Clock } from '@marquee/runtime/clock';
import type { Revocations } from '@marquee/runtime/revocations';
import type { Signals } from '@marquee/runtime/signals';
import { countLookups } from '@marquee/runtime/telemetry/instruments';
import { OUT_OF_TIME, outOfTime, type Verifier } from '@marquee/runtime/verifier';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { LRUCache } from 'lru-cache';
import { askedTogether } from './asked-together.ts';
import { readCookie } from './cookies.ts';
import { Overloaded } from './overloaded.ts';
import { UnknownTokens } from './unknown-tokens.ts';

export type BrowserSession = {
  /** The token that services verify; valid for a minute. */
  viewerToken: string;
  viewer: AccountViewer;
  /** The account has blocked somebody, or is blocked by somebody. */
  hasBlocks: boolean;
};

export type ResolvedBrowser = {
  session?: BrowserSession;
  /** The browser sent a cookie of a session that has ended: clear it. */
  stale: boolean;
};

export type BrowserSessionsOptions = {
  identity: Client<typeof SessionService>;
  cookieName: string;
  /** Where a request comes from: its unknown tokens have a share. */
  addressOf: (request: IncomingMessage) => string;
  clock: Clock;
  verifier: Verifier;
  revocations: Revocations;
  /** Signals of ended sessions. While they are not linked, identity is asked on every request. */
  signals: Pick<Signals, 'isLinked' | 'onLink'>;
  /** How long identity's answer is cached. */
  rememberMs: number;
  /** How long a question and identity's answer to it may take; 10 s by default. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const REMEMBERED_MAX = 50_000;
/** A token is not forwarded when it could expire on the way. */
const TOKEN_MARGIN_MS = 10_000;
/** Of so many tokens identity is asked at once. */
const TOKENS_MAX = 100;
/** Questions about tokens that were good before; a busy identity answers fewer in a second. Of others, see UnknownTokens. */
const ASKING_MAX = 512;
const SESSION_TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

const lookups = countLookups('session');

type Remembered = BrowserSession & { issuedAt: Date; askedAt: number; endsAt: number };
/** In which step a token was good, and whose it was, unless it has just begun. */
type Seen = { step: number; viewer?: AccountViewer };

/** Turns a browser's session cookie into the viewer that services act for. */
export function browserSessions(options: BrowserSessionsOptions) {
  const { identity, cookieName, addressOf, clock, verifier, revocations, signals, rememberMs } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  const remembered = new LRUCache<string, Remembered>(atMost(REMEMBERED_MAX));
  /** Tokens that were good once: they are asked about without a wait, whatever others send from the same address. */
  const seen = new LRUCache<string, Seen>(atMost(REMEMBERED_MAX));
  /** Sessions and accounts, and in which step they were revoked. A search in `seen` would be slow in a flood of sign-outs. */
  const revoked = new LRUCache<string, number>(atMost(REMEMBERED_MAX));
  let step = 0;
  const nextStep = () => (step += 1);
  const unfollowRevocations = revocations.onRevoked((revocation) => {
    revoked.set('sessionId' in revocation ? revocation.sessionId : revocation.accountId, nextStep());
  });
  const unknown = new UnknownTokens();
  const asking = new Map<string, Promise<Remembered | undefined>>();
  let askingKnown = 0;
  let epoch = 0;
  let isRemembering = true;
  const forgetAll = () => {
    epoch += 1;
    remembered.clear();
    asking.clear();
  };
  // A signal may have been missed while the link was down.
  const unfollow = signals.onLink(forgetAll);

  const resolved = askedTogether(TOKENS_MAX, async (sessionTokens: string[]) => {
    try {
      return (await identity.resolveSessions({ sessionTokens }, { timeoutMs })).sessions;
    } catch (error) {
      // An identity of the release before is asked about one at a time.
      if (ConnectError.from(error).code !== Code.Unimplemented) throw error;
      return Promise.all(sessionTokens.map((sessionToken) => identity.resolveSession({ sessionToken }, { timeoutMs })));
    }
  });

  const ask = async (sessionToken: string): Promise<Remembered | undefined> => {
    const { viewerToken, hasBlocks } = await resolved(sessionToken);
    const verified = viewerToken ? verifier.viewer(viewerToken) : undefined;
    // Identity knows the session: only the clocks are apart.
    if (verified === OUT_OF_TIME) throw outOfTime();
    if (!verified) return undefined;
    const { viewer, issuedAt, expiresAt } = verified;
    const endsAt = expiresAt.getTime() - TOKEN_MARGIN_MS;
    return { viewerToken, viewer, hasBlocks, issuedAt, askedAt: clock.now().getTime(), endsAt };
  };

  // One from the future was asked for before the clock was set back.
  const isYoung = ({ askedAt, endsAt }: Remembered, ageMsMax: number): boolean => {
    const now = clock.now().getTime();
    return now >= askedAt && now - askedAt < ageMsMax && now < endsAt;
  };

  const resolveToken = async (
    token: string,
    request: IncomingMessage,
    ageMsMax: number,
  ): Promise<BrowserSession | undefined> => {
    const known = remembered.get(token);
    const good = known && isYoung(known, ageMsMax) && !revocations.isRevoked(known.viewer, known.issuedAt);
    if (good) {
      lookups.hit();
      return known;
    }
    lookups.miss();
    const began = epoch;
    const found = await (asking.get(token) ?? startAsking(token, request));
    if (!found || revocations.isRevoked(found.viewer, found.issuedAt)) {
      seen.delete(token);
      return undefined;
    }
    seen.set(token, { step: nextStep(), viewer: found.viewer });
    if (began === epoch && isRemembering && signals.isLinked()) remembered.set(token, found);
    return found;
  };

  /** Where identity answers more slowly than is asked, all would wait until their time is over. */
  const askKnown = async <T>(question: () => Promise<T>): Promise<T> => {
    if (askingKnown >= ASKING_MAX) throw new Overloaded('UNAVAILABLE');
    askingKnown += 1;
    try {
      return await question();
    } finally {
      askingKnown -= 1;
    }
  };

  const startAsking = (token: string, request: IncomingMessage): Promise<Remembered | undefined> => {
    const question = () => ask(token);
    const gone = () => AbortSignal.timeout(timeoutMs);
    const answer = seen.has(token) ? askKnown(question) : unknown.ask(token, addressOf(request), gone(), question);
    const pending = answer.finally(() => {
      if (asking.get(token) === pending) asking.delete(token);
    });
    asking.set(token, pending);
    return pending;
  };

  return {
    /**
     * The session of the browser, as identity has answered within `ageMsMax`, `rememberMs` by default. Rejects when identity
     * cannot be reached or its clock is off, or with Overloaded.
     */
    async resolve(request: IncomingMessage, ageMsMax = rememberMs): Promise<ResolvedBrowser> {
      const token = readCookie(request, cookieName);
      if (!token) return { stale: false };
      if (!SESSION_TOKEN.test(token)) return { stale: true };
      const session = await resolveToken(token, request, ageMsMax);
      return session ? { session, stale: false } : { stale: true };
    },
    /**
     * The account that the browser's session belonged to when it was last good, however long ago; identity is not asked.
     * It decides whose share a request takes, and never what it may do.
     */
    lastAccount(request: IncomingMessage): string | undefined {
      const token = readCookie(request, cookieName);
      const { viewer, step: seenAt } = (token && seen.get(token)) || { step: 0 };
      if (!viewer) return undefined;
      const isRevoked = [viewer.sessionId, viewer.accountId].some((id) => (revoked.get(id) ?? 0) > seenAt);
      return isRevoked ? undefined : viewer.accountId;
    },
    /** Drops the cached answer, after a change to the account or the session. */
    forget(request: IncomingMessage): void {
      const token = readCookie(request, cookieName);
      if (!token) return;
      remembered.delete(token);
      unknown.forget(token);
    },
    /** Drops what is cached of an account, of which something has changed. */
    forgetAccount(accountId: string): void {
      // Nor is what was asked before this remembered.
      epoch += 1;
      for (const [token, { viewer }] of remembered.entries())
        if (viewer.accountId === accountId) remembered.delete(token);
    },
    /** The browser's session ended: it has no share of its own any more either. */
    ended(request: IncomingMessage): void {
      const token = readCookie(request, cookieName);
      if (!token) return;
      remembered.delete(token);
      seen.delete(token);
    },
    /** A browser was given this token: it is good, although nobody asked about it yet. */
    begun(token: string): void {
      seen.set(token, { step: nextStep() });
    },
    /** Stops caching, because signals and events of ended sessions are no longer all received. */
    rememberNone(): void {
      isRemembering = false;
      forgetAll();
    },
    close(): void {
      unfollow();
      unfollowRevocations();
    },
  };
}
export type BrowserSessions = ReturnType<typeof browserSessions>;
