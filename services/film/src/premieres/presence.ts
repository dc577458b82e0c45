import { newId } from '@marquee/data/ids';
import { PREMIERE_LIMITS, REACTIONS, type ReactionName } from '@marquee/rules/premieres';
import type { Clock } from '@marquee/runtime/clock';
import type { Signal, Signals } from '@marquee/runtime/signals';

/** How many people are at premieres, and what they send to each other, over all processes. Nobody is remembered. */
export type Presence = {
  /** After how long the next call of somebody who calls now is due: the more are there, the later. */
  everyMsAt(filmId: string): number;
  /** Somebody is there, and counts until their next call is due. */
  attend(filmId: string, everyMs: number): void;
  react(filmId: string, kind: ReactionName): void;
  /** How many are there, as last heard of all processes. */
  hereAt(filmId: string): number;
  /** The part of them that comes to each process. */
  shareAt(filmId: string): number;
  /** Once a second: sends the other processes what this one has counted, and everybody who is there the sum. */
  tick(): void;
  close(): void;
};

/** Premieres at one time; of more, nobody is counted. */
const PREMIERES_MAX = 1_000;
const PROCESSES_MAX = 100;
/** A process that was not heard of for this long counts no more. */
const SILENT_MS = 3_500;
const { attendEveryMs, attendEveryMsMax, attendsPerSecond, tellEveryMs } = PREMIERE_LIMITS;
const SLOTS = attendEveryMsMax / tellEveryMs;
/** What is unchanged is sent this often all the same: a page that came later knows it by its own first call. */
const AGAIN_TICKS = 10;
const PART = 'premiere-part:';

type Counts = Partial<Record<ReactionName, number>>;
type Premiere = {
  /** Who called this process, by the second in which they count no more, the current one first. */
  due: number[];
  own: Counts;
  /** Of all processes, since they were sent last. */
  sum: Counts;
  parts: Map<string, { here: number; at: number }>;
  lastHere: number;
  ticksSinceSent: number;
};

/**
 * Each process counts those whose next call is not due yet, and signals its part each second. All processes hear all parts; the one with the lowest id among those that were heard of last sends the sum, once a
 * second, however many viewers and processes there are.
 */
export function createPresence({ signals, clock }: { signals: Signals; clock: Clock }): Presence {
  const self = newId();
  const premieres = new Map<string, Premiere>();

  function at(filmId: string): Premiere | undefined {
    const known = premieres.get(filmId);
    if (known || premieres.size >= PREMIERES_MAX) return known;
    const premiere = {
      due: new Array<number>(SLOTS).fill(0),
      own: {},
      sum: {},
      parts: new Map(),
      lastHere: -1,
      ticksSinceSent: 0,
    };
    premieres.set(filmId, premiere);
    return premiere;
  }

  const stop = signals.subscribe(`${PART}*`, ({ topic, data }: Signal) => {
    const { from = '', here = '0' } = data;
    const filmId = topic.slice(PART.length);
    // Where nobody is, nothing begins: else two processes would keep each other counting nobody.
    const premiere = here === '0' ? premieres.get(filmId) : at(filmId);
    if (!premiere || (!premiere.parts.has(from) && premiere.parts.size >= PROCESSES_MAX)) return;
    premiere.parts.set(from, { here: Number(here), at: clock.now().getTime() });
    for (const kind of REACTIONS) add(premiere.sum, kind, Number(data[kind] ?? 0));
  });

  const heardOf = ({ parts }: Premiere) => {
    const since = clock.now().getTime() - SILENT_MS;
    for (const [id, part] of parts) if (part.at < since) parts.delete(id);
    return parts;
  };
  const sumOf = (premiere: Premiere) =>
    heardOf(premiere)
      .values()
      .reduce((sum, { here }) => sum + here, 0);

  function sendSum(filmId: string, premiere: Premiere): void {
    const leader = [...heardOf(premiere).keys()].sort()[0];
    const reactions = Object.entries(premiere.sum).filter(([, count]) => count > 0);
    const here = sumOf(premiere);
    premiere.sum = {};
    premiere.ticksSinceSent += 1;
    if (leader !== self) return;
    const isNews = here !== premiere.lastHere || reactions.length > 0 || premiere.ticksSinceSent >= AGAIN_TICKS;
    if (!isNews) return;
    premiere.lastHere = here;
    premiere.ticksSinceSent = 0;
    const data = { here: String(here), ...Object.fromEntries(reactions.map(([kind, count]) => [kind, String(count)])) };
    signals.publish(`premiere:${filmId}`, '', data);
  }

  function sendPart(filmId: string, premiere: Premiere): void {
    const here = partOf(premiere);
    const own = Object.fromEntries(Object.entries(premiere.own).map(([kind, count]) => [kind, String(count)]));
    if (here > 0 || premiere.parts.has(self))
      signals.publish(PART + filmId, '', { from: self, here: String(here), ...own });
    premiere.own = {};
    premiere.due.shift();
    premiere.due.push(0);
  }

  const partOf = ({ due }: Premiere) => due.reduce((sum, count) => sum + count, 0);
  const hereOf = (premiere: Premiere) => Math.max(sumOf(premiere), partOf(premiere));

  /** Of all processes together no more calls than they answer. */
  function everyMsOf(premiere: Premiere): number {
    const answered = attendsPerSecond * Math.max(1, heardOf(premiere).size);
    const ticks = Math.ceil((hereOf(premiere) * 1_000) / answered / tellEveryMs);
    return Math.min(attendEveryMsMax, Math.max(attendEveryMs, ticks * tellEveryMs));
  }

  return {
    everyMsAt(filmId) {
      const premiere = premieres.get(filmId);
      return premiere ? everyMsOf(premiere) : attendEveryMs;
    },
    attend(filmId, everyMs) {
      const premiere = at(filmId);
      if (!premiere) return;
      const last = everyMs / tellEveryMs - 1;
      premiere.due[last] = (premiere.due[last] ?? 0) + 1;
    },
    react(filmId, kind) {
      const premiere = at(filmId);
      if (premiere) add(premiere.own, kind, 1);
    },
    hereAt(filmId) {
      const premiere = premieres.get(filmId);
      return premiere ? hereOf(premiere) : 0;
    },
    shareAt(filmId) {
      const premiere = premieres.get(filmId);
      return premiere ? hereOf(premiere) / Math.max(1, heardOf(premiere).size) : 0;
    },
    tick() {
      for (const [filmId, premiere] of premieres) {
        sendSum(filmId, premiere);
        sendPart(filmId, premiere);
        if (hereOf(premiere) === 0) premieres.delete(filmId);
      }
    },
    close: stop,
  };
}

function add(counts: Counts, kind: ReactionName, count: number): void {
  if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
}
