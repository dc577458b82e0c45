/** A hint that something changed. `version` is the entity's; an empty topic is a keep-alive. */
export type Signal = { topic: string; version: string; data: Record<string, string> };

/** Tabs tell the leader their topics; the leader passes on signals. */
export type TabMessage =
  | { kind: 'follow'; tab: string; topics: string[] }
  | { kind: 'leave'; tab: string }
  | { kind: 'who' }
  | { kind: 'signal'; signal: Signal }
  | { kind: 'reopened' }
  | { kind: 'ended' };

/** Opens the one stream; ends when the signal aborts, and throws when the connection is lost. */
export type OpenStream = (topics: string[], abort: AbortSignal) => AsyncIterable<Signal>;

/** Versions are whole numbers in text, of any length. True when `next` is newer than what is known. */
export function isNewer(next: string, known: string | bigint | number | undefined): boolean {
  if (known === undefined || known === '') return true;
  if (!/^\d+$/.test(next)) return true;
  return BigInt(next) > BigInt(known);
}
