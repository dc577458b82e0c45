import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { TOO_LATE } from './ask.ts';
import { BROKE_OFF } from './browser.ts';
import type { ComponentName, FaultName } from './faults.ts';
import { type Exchange, KINDS, type Kind, succeeded } from './records.ts';

/** When something was away, in milliseconds of the records' clock. */
export type Window = { component: ComponentName; fault: FaultName; begun: number; ended: number };

const STATUS_OK = new Set([502, 503, 504]);
const CODES_OK = new Set(['unavailable', 'deadline_exceeded']);
// Two writers of one upload, one of whom is a request whose answer was lost; the client asks where it is and goes on.
const UPLOADS_OK = new Set([409, 423]);
/** What no viewer should read. */
const RAW =
  /ECONN|EPIPE|ETIMEDOUT|127\.0\.0\.1|localhost:|postgres|kafka|redis|minio|\bs3\b|socket|stack|SQL|\bat \S+ \(|internal error|undefined/i;

// What the bytes of an upload pass through.
const ON_THE_WAY = new Set<ComponentName>(['gateway', 'media', 'store']);

/** What was not done, for a reason that lies with the service. */
function isRefusal({ kind, what, status, message }: Exchange): boolean {
  if (kind === 'upload' && UPLOADS_OK.has(status)) return false;
  // The link of a start whose answer was lost is another browser's, as far as anybody can tell.
  if (what === 'ConfirmLink' && message === ACCOUNT_MESSAGES.digitsMissing) return false;
  return status === 0 || status >= 400;
}

/** What is wrong with the answers that were given, each kind of trouble once, with how often it was met. */
export function judgeExchanges(exchanges: readonly Exchange[], fault: Pick<Window, 'component' | 'fault'>): string[] {
  const found = new Map<string, number>();
  for (const exchange of exchanges) {
    const trouble = troubleOf(exchange, fault);
    if (trouble) found.set(trouble, (found.get(trouble) ?? 0) + 1);
  }
  return [...found].map(([trouble, times]) => (times > 1 ? `${trouble} (${times} times)` : trouble));
}

function troubleOf(exchange: Exchange, { component, fault }: Pick<Window, 'component' | 'fault'>): string | undefined {
  const { kind, what, status, code, message, lie } = exchange;
  const about = `${kind}, ${what}`;
  if (lie) return `${about}: answered ${status}, but ${lie}`;
  // Half a segment cannot be taken back: the player asks again.
  if (kind === 'segment' && message === BROKE_OFF) return undefined;
  // A piece on its way to a machine that is gone: the browser gives it up before the gateway does, and asks where it is.
  if (kind === 'upload' && fault === 'lost' && ON_THE_WAY.has(component) && message === TOO_LATE) return undefined;
  if (status === 0) return component === 'gateway' ? undefined : `${about}: no answer (${message})`;
  if (!isRefusal(exchange)) return undefined;
  const isClear = CODES_OK.has(code) || STATUS_OK.has(status);
  if (!isClear) return `${about}: refused with ${status} ${code}: ${message}`;
  if (what === 'HEAD') return undefined;
  if (message === '') return `${about}: ${status} without a word`;
  return RAW.test(message) ? `${about}: ${status} says "${message}"` : undefined;
}

/** What viewers read while it was away, each text once. */
export function messagesSeen(exchanges: readonly Exchange[]): string[] {
  const refusals = exchanges.filter(({ status, what }) => status >= 400 && what !== 'HEAD');
  return [...new Set(refusals.map(({ message }) => message))];
}

export type Gap = { kind: Kind; ms: number };

/** For each kind, the longest time around the fault in which nothing of it succeeded that was tried. */
export function gapsOf(exchanges: readonly Exchange[], { begun, ended }: Pick<Window, 'begun' | 'ended'>): Gap[] {
  return KINDS.map((kind) => {
    const ofKind = exchanges.filter((exchange) => exchange.kind === kind);
    const good = ofKind.filter(succeeded).map(({ endedAt }) => endedAt);
    const missed = ofKind.filter((exchange) => !succeeded(exchange) && exchange.endedAt >= begun);
    const slow = ofKind.filter(
      (exchange) => succeeded(exchange) && exchange.endedAt >= begun && exchange.sentAt <= ended,
    );
    const waits = slow.map(({ sentAt, endedAt }) => endedAt - sentAt);
    // From the first request that found nobody to the first answer after it.
    const outages = missed.map(({ sentAt, endedAt }) => (good.find((at) => at > endedAt) ?? endedAt) - sentAt);
    return { kind, ms: Math.max(0, ...waits, ...outages) };
  });
}

/**
 * For each kind, how long after the component's return it served again: when its first success came that no refusal of
 * a later request followed; nothing when none did. To be told how far an upload is brings it no further.
 */
export function returnsOf(
  exchanges: readonly Exchange[],
  { component, fault, ended }: Pick<Window, 'component' | 'fault' | 'ended'>,
): { kind: Kind; ms: number | undefined }[] {
  // Whose connection went with a gateway finds that out when it is used next, which may be long afterwards.
  const isOfBefore = ({ message, connectedAt = ended }: Exchange) =>
    component === 'gateway' && fault === 'lost' && message === TOO_LATE && connectedAt < ended;
  return KINDS.map((kind) => {
    const ofKind = exchanges.filter((exchange) => exchange.kind === kind);
    const since = ofKind.filter((exchange) => exchange.sentAt >= ended && !isOfBefore(exchange));
    const refused = since.filter(isRefusal);
    const refusedAt = Math.max(ended, ...refused.map(({ endedAt }) => endedAt));
    const good = ofKind.filter((exchange) => succeeded(exchange) && exchange.what !== 'HEAD');
    const first = good.find(({ endedAt }) => endedAt >= refusedAt);
    return { kind, ms: first && first.endedAt - ended };
  });
}
