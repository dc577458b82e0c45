import type { IncomingMessage } from 'node:http';
import type { Client } from '@connectrpc/connect';
import type { SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import type { Clock } from '@marquee/runtime/clock';
import type { Revocations } from '@marquee/runtime/revocations';
import type { Signals } from '@marquee/runtime/signals';
import { countLookups } from '@marquee/runtime/telemetry/instruments';
import type { Verifier } from '@marquee/runtime/verifier';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { LRUCache } from 'lru-cache';
import { readCookie } from './cookies.ts';

export type BrowserSession = {
  /** The token that services verify; valid for a minute. */
  viewerToken: string;
  viewer: AccountViewer;
};

export type ResolvedBrowser = {
  session?: BrowserSession;
  /** The browser sent a cookie of a session that has ended: clear it. */
  stale: boolean;
};

export type BrowserSessionsOptions = {
  identity: Client<typeof SessionService>;
  cookieName: string;
  clock: Clock;
  verifier: Verifier;
  revocations: Revocations;
  /** Signals of ended sessions. While they are not linked, identity is asked on every request. */
  signals: Pick<Signals, 'isLinked' | 'onLink'>;
  /** How long identity's answer is cached. */
  rememberMs: number;
  /** How long identity may take to answer; as long as any call by default. */
  timeoutMs?: number;
};

const REMEMBERED_MAX = 50_000;
/** A token is not forwarded when it could expire on the way. */
const TOKEN_MARGIN_MS = 10_000;
const SESSION_TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

const lookups = countLookups('session');

type Remembered = BrowserSession & { issuedAt: Date; until: number };

/** Turns a browser's session cookie into the viewer that services act for. */
export function browserSessions(options: BrowserSessionsOptions) {
  const { identity, cookieName, clock, verifier, revocations, signals, rememberMs, timeoutMs } = options;
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX });
  const asking = new Map<string, Promise<Remembered | undefined>>();
  let epoch = 0;
  let isRemembering = true;
  const forgetAll = () => {
    epoch += 1;
    remembered.clear();
    asking.clear();
  };
  // A signal may have been missed while the link was down.
  const unfollow = signals.onLink(forgetAll);

  const ask = async (sessionToken: string): Promise<Remembered | undefined> => {
    const { viewerToken } = await identity.resolveSession({ sessionToken }, { timeoutMs });
    const verified = viewerToken ? verifier.viewer(viewerToken) : undefined;
    if (!verified) return undefined;
    const { viewer, issuedAt, expiresAt } = verified;
    const until = Math.min(expiresAt.getTime() - TOKEN_MARGIN_MS, clock.now().getTime() + rememberMs);
    return { viewerToken, viewer, issuedAt, until };
  };

  const resolveToken = async (token: string): Promise<BrowserSession | undefined> => {
    const known = remembered.get(token);
    const good = known && known.until > clock.now().getTime() && !revocations.isRevoked(known.viewer, known.issuedAt);
    if (good) {
      lookups.hit();
      return known;
    }
    lookups.miss();
    remembered.delete(token);
    const began = epoch;
    const found = await (asking.get(token) ?? startAsking(token));
    if (!found || revocations.isRevoked(found.viewer, found.issuedAt)) return undefined;
    if (began === epoch && isRemembering && signals.isLinked()) remembered.set(token, found);
    return found;
  };

  const startAsking = (token: string): Promise<Remembered | undefined> => {
    const pending = ask(token).finally(() => {
      if (asking.get(token) === pending) asking.delete(token);
    });
    asking.set(token, pending);
    return pending;
  };

  return {
    /** The session of the browser. Rejects only when identity cannot be reached. */
    async resolve(request: IncomingMessage): Promise<ResolvedBrowser> {
      const token = readCookie(request, cookieName);
      if (!token) return { stale: false };
      if (!SESSION_TOKEN.test(token)) return { stale: true };
      const session = await resolveToken(token);
      return session ? { session, stale: false } : { stale: true };
    },
    /** Drops the cached answer, after a change to the account or the session. */
    forget(request: IncomingMessage): void {
      const token = readCookie(request, cookieName);
      if (token) remembered.delete(token);
    },
    /** Stops caching, because signals and events of ended sessions are no longer all received. */
    rememberNone(): void {
      isRemembering = false;
      forgetAll();
    },
    close: unfollow,
  };
}
export type BrowserSessions = ReturnType<typeof browserSessions>;
