import { type DoorVerdict, doorVerdict } from '@marquee/rules/doors';
import type { TicketStatement } from '@marquee/rules/ticket-code';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** The door that this device is, with what it last heard. */
export type KeptDoor = {
  id: string;
  credential: string;
  name: string;
  eventId: string;
  eventName: string;
  /** ISO. */
  startTime: string;
  timeZone: string;
  /** Ed25519, as SPKI PEM; '' before the first answer: nothing can be decided without it. */
  publicKey: string;
  /** The number of the last scan of the event that is here. */
  scansAfter: bigint;
  changesState: bigint;
  /** How far the server's clock is ahead of this device's. */
  offsetMs: number;
  admitted: number;
  tickets: number;
  /** When the server was heard of last, by this device's clock; 0 for never. */
  syncedAt: number;
  shutOutDoorIds: string[];
  /** Why the server takes nothing more from this device: a reason of its refusal; '' while it does. */
  refusal: string;
};

/** Somebody was let in, here or at another door. */
export type KeptScan = {
  id: string;
  userTicketId: string;
  generation: number;
  /** By the server's clock, in milliseconds. */
  at: number;
  doorId: string;
  doorName: string;
  /** What the server has not confirmed yet. */
  waiting?: { code: string; doorTime: number; offsetMs: number };
  /** 1 while `waiting` is there: what is absent is not in the index. */
  isWaiting?: 1;
};

export type KeptChange = { userTicketId: string; generation: number; valid: boolean };

interface DoorSchema extends DBSchema {
  door: { key: 'door'; value: KeptDoor };
  scans: { key: string; value: KeptScan; indexes: { ticket: string; waiting: number } };
  changes: { key: string; value: KeptChange };
}
export type DoorStore = IDBPDatabase<DoorSchema>;

/** What a door says to a code. */
export type Decision = {
  verdict: DoorVerdict;
  /** Of ALREADY_IN: the entry that counts. */
  first?: KeptScan;
  /** Of ALREADY_IN: the device that let it in was shut out since. */
  firstWasShutOut?: boolean;
};

const KEY = 'door';
const NAME = 'marquee-doors';

/** What this device keeps as a door: it outlives reloads, and a battery that is empty. */
export const openDoorStore = (): Promise<DoorStore> =>
  openDB<DoorSchema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('door');
      const scans = db.createObjectStore('scans', { keyPath: 'id' });
      scans.createIndex('ticket', 'userTicketId');
      scans.createIndex('waiting', 'isWaiting');
      db.createObjectStore('changes', { keyPath: 'userTicketId' });
    },
  });

export const readDoor = (store: DoorStore): Promise<KeptDoor | undefined> => store.get('door', KEY);

/** Makes this device another door, without anything of the one before. */
export async function becomeDoor(store: DoorStore, door: KeptDoor): Promise<void> {
  const tx = store.transaction(['door', 'scans', 'changes'], 'readwrite', { durability: 'strict' });
  await Promise.all([
    tx.objectStore('scans').clear(),
    tx.objectStore('changes').clear(),
    tx.objectStore('door').put(door, KEY),
    tx.done,
  ]);
}

/** Makes this device no door any more. */
export async function forgetDoor(store: DoorStore): Promise<void> {
  const tx = store.transaction(['door', 'scans', 'changes'], 'readwrite', { durability: 'strict' });
  await Promise.all([...(['door', 'scans', 'changes'] as const).map((name) => tx.objectStore(name).clear()), tx.done]);
}

/**
 * Decides about a code and keeps who is let in, in one transaction: two pages of this device never let the same ticket in,
 * and what the door has said is on the disk before anybody reads it.
 */
export async function decide(
  store: DoorStore,
  { code, statement, isGenuine }: { code: string; statement: TicketStatement | undefined; isGenuine: boolean },
  now: number,
): Promise<Decision> {
  const tx = store.transaction(['door', 'scans', 'changes'], 'readwrite', { durability: 'strict' });
  const door = await tx.objectStore('door').get(KEY);
  if (!door) throw new Error('this device is no door any more');
  const ticketId = statement?.userTicketId ?? '';
  const [change, known] = await Promise.all([
    tx.objectStore('changes').get(ticketId),
    tx.objectStore('scans').index('ticket').getAll(ticketId),
  ]);
  const [first] = known.toSorted(byTime);
  const verdict = doorVerdict({
    ...{ statement, isGenuine, eventId: door.eventId, change, isIn: first !== undefined },
  });
  if (verdict === 'ADMITTED' && statement) {
    const { offsetMs } = door;
    await tx.objectStore('scans').put({
      ...{ id: crypto.randomUUID(), userTicketId: ticketId, generation: statement.generation },
      ...{ at: now + offsetMs, doorId: door.id, doorName: door.name },
      ...{ waiting: { code, doorTime: now, offsetMs }, isWaiting: 1 as const },
    });
    await tx.objectStore('door').put({ ...door, admitted: door.admitted + 1 }, KEY);
  }
  await tx.done;
  if (verdict !== 'ALREADY_IN' || !first) return { verdict };
  return { verdict, first, firstWasShutOut: door.shutOutDoorIds.includes(first.doorId) };
}

const byTime = (a: KeptScan, b: KeptScan) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Scans that the server has not confirmed, at most `limit`. */
export const waitingScans = (store: DoorStore, limit: number): Promise<KeptScan[]> =>
  store.getAllFromIndex('scans', 'waiting', 1, limit);

export const countWaiting = (store: DoorStore): Promise<number> => store.countFromIndex('scans', 'waiting', 1);

export type Heard = {
  /** What the server knows of now. */
  keptIds: readonly string[];
  /** What it will never take: they let nobody in. */
  refusedIds: readonly string[];
  /** Of all doors. */
  scans: readonly KeptScan[];
  /** All that there are; undefined where they are as before. */
  changes: readonly KeptChange[] | undefined;
  door: Partial<KeptDoor>;
};

/** Keeps what the server has answered. */
export async function keepAnswer(
  store: DoorStore,
  { keptIds, refusedIds, scans, changes, door }: Heard,
): Promise<void> {
  const tx = store.transaction(['door', 'scans', 'changes'], 'readwrite');
  const [doors, kept, known] = [tx.objectStore('door'), tx.objectStore('scans'), tx.objectStore('changes')];
  const before = await doors.get(KEY);
  if (!before || (door.id !== undefined && door.id !== before.id)) return;
  await doors.put({ ...before, ...door }, KEY);
  for (const id of keptIds) {
    const scan = await kept.get(id);
    if (!scan?.waiting) continue;
    const { waiting: _waiting, isWaiting: _isWaiting, ...confirmed } = scan;
    await kept.put(confirmed);
  }
  for (const id of refusedIds) await kept.delete(id);
  for (const scan of scans) await kept.put(scan);
  if (changes) {
    await known.clear();
    for (const change of changes) await known.put(change);
  }
  await tx.done;
}

/** A ticket that was let in more than once; the first entry first. */
export type Conflict = { userTicketId: string; scans: KeptScan[] };

/** Tickets of this door that another door has let in too, or the other way round; the latest first. */
export async function conflictsOf(store: DoorStore, doorId: string): Promise<Conflict[]> {
  const all = await store.getAll('scans');
  return [...Map.groupBy(all, ({ userTicketId }) => userTicketId)]
    .filter(([, scans]) => scans.length > 1 && scans.some((scan) => scan.doorId === doorId))
    .map(([userTicketId, scans]) => ({ userTicketId, scans: scans.toSorted(byTime) }))
    .toSorted((a, b) => (b.scans.at(-1)?.at ?? 0) - (a.scans.at(-1)?.at ?? 0));
}
