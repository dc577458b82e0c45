import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { TOO_LATE } from './ask.ts';
import { BROKE_OFF } from './browser.ts';
import type { ComponentName, FaultName } from './faults.ts';
import { type Exchange, KINDS, type Kind, succeeded } from './records.ts';

/** When a component was down, by performance.now(). */
export type Window = { component: ComponentName; fault: FaultName; begun: number; ended: number };

const STATUS_OK = new Set([502, 503, 504]);
const CODES_OK = new Set(['unavailable', 'deadline_exceeded']);
// A request whose answer was lost may still write: the client asks for the offset and resumes.
const UPLOADS_OK = new Set([409, 423]);
/** Text that no viewer should read. */
const RAW =
  /ECONN|EPIPE|ETIMEDOUT|127\.0\.0\.1|localhost:|postgres|kafka|redis|minio|\bs3\b|socket|stack|SQL|\bat \S+ \(|internal error|undefined/i;

// The components that the bytes of an upload pass through.
const ON_THE_WAY = new Set<ComponentName>(['gateway', 'media', 'store']);

/** Whether the service failed to do what was asked. */
function isRefusal({ kind, what, status, message }: Exchange): boolean {
  if (kind === 'upload' && UPLOADS_OK.has(status)) return false;
  // When the answer to a start was lost, its link looks like that of another browser.
  if (what === 'ConfirmLink' && message === ACCOUNT_MESSAGES.digitsMissing) return false;
  return status === 0 || status >= 400;
}

/** Problems of the answers, each kind once, with a count. */
export function judgeExchanges(exchanges: readonly Exchange[], fault: Pick<Window, 'component' | 'fault'>): string[] {
  const found = new Map<string, number>();
  for (const exchange of exchanges) {
    const trouble = troubleOf(exchange, fault);
    if (trouble) found.set(trouble, (found.get(trouble) ?? 0) + 1);
  }
  return [...found].map(([trouble, times]) => (times > 1 ? `${trouble} (${times} times)` : trouble));
}

function troubleOf(exchange: Exchange, { component, fault }: Pick<Window, 'component' | 'fault'>): string | undefined {
  const { kind, what, status, code, message, flaw } = exchange;
  const about = `${kind}, ${what}`;
  if (flaw) return `${about}: answered ${status}, but ${flaw}`;
  // A segment that breaks off is requested again by the player.
  if (kind === 'segment' && message === BROKE_OFF) return undefined;
  // A part on its way to a lost machine: the browser times out before the gateway does, and asks for the offset.
  if (kind === 'upload' && fault === 'lost' && ON_THE_WAY.has(component) && message === TOO_LATE) return undefined;
  if (status === 0) return component === 'gateway' ? undefined : `${about}: no answer (${message})`;
  if (!isRefusal(exchange)) return undefined;
  const isClear = CODES_OK.has(code) || STATUS_OK.has(status);
  if (!isClear) return `${about}: refused with ${status} ${code}: ${message}`;
  if (what === 'HEAD') return undefined;
  if (message === '') return `${about}: ${status} without a message`;
  return RAW.test(message) ? `${about}: ${status} says "${message}"` : undefined;
}

/** The texts of refusals that viewers read during the fault, each once. */
export function messagesSeen(exchanges: readonly Exchange[]): string[] {
  const refusals = exchanges.filter(({ status, what }) => status >= 400 && what !== 'HEAD');
  return [...new Set(refusals.map(({ message }) => message))];
}

export type Gap = { kind: Kind; ms: number };

/** For each kind of request, its longest downtime around the fault. */
export function gapsOf(exchanges: readonly Exchange[], { begun, ended }: Pick<Window, 'begun' | 'ended'>): Gap[] {
  return KINDS.map((kind) => {
    const ofKind = exchanges.filter((exchange) => exchange.kind === kind);
    const good = ofKind.filter(succeeded).map(({ endedAt }) => endedAt);
    const missed = ofKind.filter((exchange) => !succeeded(exchange) && exchange.endedAt >= begun);
    const slow = ofKind.filter(
      (exchange) => succeeded(exchange) && exchange.endedAt >= begun && exchange.sentAt <= ended,
    );
    const waits = slow.map(({ sentAt, endedAt }) => endedAt - sentAt);
    // From the first failed request to the first answer after it.
    const outages = missed.map(({ sentAt, endedAt }) => (good.find((at) => at > endedAt) ?? endedAt) - sentAt);
    return { kind, ms: Math.max(0, ...waits, ...outages) };
  });
}

/**
 * For each kind of request, how long after the component's return it succeeded without a later refusal; undefined when it
 * did not. Asking for the offset of an upload does not count as success.
 */
export function returnsOf(
  exchanges: readonly Exchange[],
  { component, fault, ended }: Pick<Window, 'component' | 'fault' | 'ended'>,
): { kind: Kind; ms: number | undefined }[] {
  // A browser finds out that its connection died with a gateway only when it uses it next, maybe long afterwards.
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
