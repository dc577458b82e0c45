import { setTimeout as delay } from 'node:timers/promises';
import { isTranscoding } from '@marquee/media/invariants';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { Cast } from './clients.ts';
import type { OrderJudge } from './event-order.ts';
import { type ComponentName, type FaultName, makeFault, untilTranscoding } from './faults.ts';
import { lostBeats, lostBeatsAfterFlush, survivingBeats } from './judge-beats.ts';
import { type Gap, gapsOf, judgeExchanges, messagesSeen, returnsOf } from './judge-exchanges.ts';
import type { Load } from './load.ts';
import type { Owners } from './owners.ts';
import type { Exchange, Kind } from './records.ts';
import { settle } from './settle.ts';
import type { Site } from './site.ts';
import { judgeClaims } from './verdict.ts';

/** By then after its return, a component must serve again. */
export const RETURN_MS_MAX = 30_000;
/** How long each kind of request must succeed without a refusal until it counts as back. */
const STEADY_MS = 5_000;
const BEFORE_MS = 3_000;
const POLL_MS = 100;

export type Cell = {
  component: ComponentName;
  fault: FaultName;
  requests: number;
  refused: number;
  messages: string[];
  longest: Gap;
  slowestReturn: { kind: Kind; ms: number };
  acknowledged: number;
  lost: string[];
  doubled: string[];
  problems: string[];
};

export type Scene = { site: Site; load: Load; cast: Cast; owners: Owners; order: OrderJudge; blobs: BlobStore };

/** Runs one fault under load, then judges every answer and every write. */
export async function runFault(scene: Scene, component: ComponentName, name: FaultName): Promise<Cell> {
  const { site, load, cast, owners, blobs } = scene;
  const { exchanges, problems } = cast.records;
  exchanges.length = 0;
  problems.length = 0;
  const fault = makeFault(component, name, site);
  const { beats } = cast.claims;
  beats.length = 0;
  const filmDies = component === 'film' && name === 'killed';

  load.go();
  await delay(BEFORE_MS);
  if (name === 'topics deleted') problems.push(...(await readAll(scene)));
  if (component === 'media-worker') await untilTranscoding(() => isTranscoding(owners.query('media')));
  const begun = performance.now();
  await fault.begin();
  // Before newer positions replace the missing ones.
  const lostAtDeath = filmDies ? await lostBeats(survivingBeats(beats, begun), owners) : [];
  await delay(Math.max(0, fault.holdMs - (performance.now() - begun)));
  const unsaid = await fault.problem?.();
  if (unsaid) problems.push(unsaid);
  await fault.end();
  // A database or broker that was started serves by now; a process has only been started.
  const ended = performance.now();
  const back = { component, fault: name, ended };
  // Again when one of the last answers was a refusal.
  do {
    load.go();
    await untilSteady(exchanges, back);
    await load.rest();
  } while (!isBack(exchanges, back) && performance.now() < ended + RETURN_MS_MAX);

  const open = await settle(owners);
  const returns = returnsOf(exchanges, back);
  for (const { kind, ms } of returns) {
    if (ms === undefined) problems.push(`${kind}: no request succeeded afterwards`);
    else if (ms > RETURN_MS_MAX) problems.push(`${kind}: back only after ${seconds(ms)}`);
  }
  const longest = largest(gapsOf(exchanges, { begun, ended }));
  if (longest.ms > ended - begun + RETURN_MS_MAX) problems.push(`${longest.kind}: down for ${seconds(longest.ms)}`);
  const { acknowledged, lost, doubled } = await judgeClaims(cast.claims, owners, blobs, cast.records);
  const lostAfterFlush = await lostBeatsAfterFlush(filmDies ? survivingBeats(beats, begun) : beats, owners);
  const seen = exchanges.filter(({ sentAt }) => sentAt >= begun - BEFORE_MS);
  const refused = seen.filter(({ status }) => status === 0 || status >= 400);
  return {
    component,
    fault: name,
    requests: seen.length,
    refused: refused.length,
    messages: messagesSeen(seen),
    longest,
    slowestReturn: largest(returns.map(({ kind, ms }) => ({ kind, ms: ms ?? Number.POSITIVE_INFINITY }))),
    acknowledged,
    lost: [...lost, ...lostAtDeath, ...lostAfterFlush],
    doubled,
    problems: [...problems, ...judgeExchanges(exchanges, fault), ...open],
  };
}

/** What was published before its topic is deleted is read before too, by everybody: nobody can read it afterwards. */
async function readAll({ load, owners, order }: Scene): Promise<string[]> {
  await load.rest();
  const open = await settle(owners);
  const { problems } = await order.judgeAndForget();
  load.go();
  return [...open, ...problems];
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const largest = (gaps: Gap[]): Gap => gaps.reduce((most, gap) => (gap.ms > most.ms ? gap : most));

type Back = { component: ComponentName; fault: FaultName; ended: number };

const isBack = (exchanges: readonly Exchange[], back: Back) =>
  returnsOf(exchanges, back).every(({ ms }) => ms !== undefined);

/** Waits until each kind of request has succeeded for a while, or the time for that is over. */
async function untilSteady(exchanges: readonly Exchange[], back: Back): Promise<void> {
  const { ended } = back;
  const deadline = ended + RETURN_MS_MAX + STEADY_MS;
  while (performance.now() < deadline) {
    const backAt = returnsOf(exchanges, back).map(({ ms = Number.POSITIVE_INFINITY }) => ended + ms);
    if (Math.max(...backAt) + STEADY_MS < performance.now()) return;
    await delay(POLL_MS);
  }
}

export const isGood = ({ lost, doubled, problems }: Cell) => lost.length + doubled.length + problems.length === 0;
