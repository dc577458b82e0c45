import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { Receipt } from '@marquee/contracts/film/v1/receipts_pb';

/** What is known of one list: what was loaded of it, and where it continues; undefined before its first page. */
export type Loaded = { receipts: Receipt[]; nextCursor: string } | undefined;

const at = ({ orderedAt }: Receipt): number => (orderedAt ? timestampMs(orderedAt) : 0);

/** Until where a list is known: what is older than its last receipt may still come. */
function knownUntil(list: Loaded): number {
  if (!list) return Number.POSITIVE_INFINITY;
  const last = list.receipts.at(-1);
  return list.nextCursor === '' || !last ? Number.NEGATIVE_INFINITY : at(last);
}

/**
 * Lists of several services as one, the newest first: only as far as all of them are known, so that nothing is put in between
 * later. `missing` are the lists that have to be asked before more is shown. Those that could not be reached are passed over
 * until something is known of them.
 */
export function mergeReceipts<Name extends string>(
  lists: Record<Name, Loaded>,
  unreached: readonly Name[] = [],
): { receipts: Receipt[]; missing: Name[]; hasMore: boolean } {
  const all = Object.entries(lists) as [Name, Loaded][];
  const entries = all.filter(([name, list]) => list || !unreached.includes(name));
  const until = Math.max(...entries.map(([, list]) => knownUntil(list)));
  const receipts = entries
    .flatMap(([, list]) => list?.receipts ?? [])
    .filter((receipt) => at(receipt) >= until)
    .sort((one, other) => at(other) - at(one));
  const open = entries.filter(([, list]) => knownUntil(list) > Number.NEGATIVE_INFINITY);
  return {
    receipts,
    missing: open.filter(([, list]) => knownUntil(list) === until).map(([name]) => name),
    hasMore: open.length > 0,
  };
}
