import {
  type AdmitStep,
  COUNTED_MS,
  type EnterRoom,
  MINUTE_MS,
  type RoomEntry,
  type RoomLoad,
  restoredAtMs,
  STEP_MS_MAX,
  STEP_MS_MIN,
  type WaitingRooms,
} from './waiting-rooms.ts';

const ROOMS_MAX = 1_000;

type Waiting = { account: string; number: number };
type Inside = { untilMs: number; ordered: boolean };
type Room = {
  /** By number. */
  queue: Waiting[];
  numbers: Map<string, number>;
  inside: Map<string, Inside>;
  gone: Set<string>;
  admitted: Map<number, number>;
  steppedAtMs: number;
  restoringUntilMs: number;
};

const isBefore = (a: Waiting, b: Waiting) => a.number < b.number || (a.number === b.number && a.account < b.account);

/** Where an entry stands, or would stand: found by halves. */
function indexOf(queue: readonly Waiting[], entry: Waiting): number {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(queue[middle] as Waiting, entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The queues of one process. */
export function memoryWaitingRooms(): WaitingRooms {
  const rooms = new Map<string, Room>();

  function roomOf(name: string): Room {
    const found = rooms.get(name);
    if (found) return found;
    if (rooms.size >= ROOMS_MAX) rooms.delete(rooms.keys().next().value ?? '');
    const made: Room = {
      ...{ queue: [], numbers: new Map(), inside: new Map(), gone: new Set(), admitted: new Map() },
      ...{ steppedAtMs: 0, restoringUntilMs: 0 },
    };
    rooms.set(name, made);
    return made;
  }

  return {
    async enter(name, entry) {
      return enter(roomOf(name), entry);
    },
    async leave(name, account) {
      const room = roomOf(name);
      const isKnown = remove(room, account) || room.inside.delete(account);
      if (isKnown) room.gone.add(account);
    },
    async admit(name, step) {
      return admit(roomOf(name), step);
    },
  };
}

function enter(room: Room, { account, number: asked, kept, again, opensAt, now }: EnterRoom): RoomEntry {
  const nowMs = now.getTime();
  const inside = room.inside.get(account);
  if (inside && inside.untilMs > nowMs) return { state: 'ADMITTED', until: new Date(inside.untilMs) };
  if (inside) {
    room.inside.delete(account);
    room.gone.add(account);
  }
  const isBack = kept !== undefined && !room.gone.has(account);
  if (room.gone.has(account) && !again) return { state: 'GONE' };
  room.gone.delete(account);
  let number = room.numbers.get(account);
  if (number === undefined) {
    if (isBack && room.restoringUntilMs === 0) room.restoringUntilMs = restoredAtMs(now, opensAt);
    number = isBack ? kept : asked;
    const waiting = { account, number };
    room.queue.splice(indexOf(room.queue, waiting), 0, waiting);
    room.numbers.set(account, number);
  }
  return { state: 'WAITING', number, place: indexOf(room.queue, { account, number }) + 1 };
}

function remove(room: Room, account: string): boolean {
  const number = room.numbers.get(account);
  if (number === undefined) return false;
  room.numbers.delete(account);
  room.queue.splice(indexOf(room.queue, { account, number }), 1);
  return true;
}

function admit(room: Room, { now, rate, insideMax, lifeMs, ordered }: AdmitStep): RoomLoad {
  const nowMs = now.getTime();
  for (const account of ordered) {
    const found = room.inside.get(account);
    if (found) found.ordered = true;
  }
  for (const [account, { untilMs }] of room.inside) {
    if (untilMs > nowMs) continue;
    room.inside.delete(account);
    room.gone.add(account);
  }
  let inside = [...room.inside.values()].filter((one) => !one.ordered).length;
  const sinceMs = nowMs - (room.steppedAtMs || nowMs - 1_000);
  if (sinceMs >= STEP_MS_MIN) {
    // What is less than one whole admission is kept for the next step.
    const allowed = Math.floor((rate * Math.min(sinceMs, STEP_MS_MAX)) / 1_000);
    const isRestoring = room.restoringUntilMs > nowMs;
    const free = Math.max(0, insideMax - inside);
    const admitted = isRestoring ? [] : room.queue.splice(0, Math.min(allowed, free));
    for (const { account } of admitted) {
      room.numbers.delete(account);
      room.inside.set(account, { untilMs: nowMs + lifeMs, ordered: false });
    }
    inside += admitted.length;
    if (allowed > 0) room.steppedAtMs = nowMs;
    const part = Math.floor(nowMs / COUNTED_MS);
    if (admitted.length > 0) room.admitted.set(part, (room.admitted.get(part) ?? 0) + admitted.length);
  }
  let admittedLastMinute = 0;
  for (const [part, n] of room.admitted) {
    if (part * COUNTED_MS > nowMs - MINUTE_MS) admittedLastMinute += n;
    else room.admitted.delete(part);
  }
  return {
    ...{ waiting: room.queue.length, inside, admittedLastMinute },
    restoringUntil: room.restoringUntilMs > nowMs ? new Date(room.restoringUntilMs) : undefined,
  };
}
