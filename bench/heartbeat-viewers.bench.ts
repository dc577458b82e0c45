// `heartbeat viewers`: how many viewers one film process serves, each with a heartbeat every 15 s; the goal is 10,000 (667 a
// second) for a minute. The load goes by gRPC, as from the gateway, to a film process of a scaled site with its real
// database, broker and Redis. Each viewer has a token of their own. A heartbeat counts when its answer allows playback.
// Latency starts when a heartbeat is due. Memory per viewer is the growth of the heap, after a collection, from a few
// viewers at the same rate to all of them. BENCH_PROFILE names a file for a CPU profile of the measured time.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { type ImportedPlayback, importPlaybacks } from '@marquee/film/seed/import-playbacks';
import { prepareSite } from '@marquee/load-tests/prepare-site';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cpuSeconds } from '@marquee/runtime/bench/process-tree';
import { newCall, runInCall } from '@marquee/runtime/context';
import { freePort } from '@marquee/runtime/free-ports';
import { type SigningKey, signingKeyFromPem } from '@marquee/runtime/keys';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { type InspectedProcess, inspectProcess } from './inspect-process.ts';
import { withFolder } from './instance-process.ts';
import { type ScaledInstance, startScaled } from './scaled-instance.ts';

const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 10_000);
const PER_SECOND = VIEWERS / (HEARTBEAT_INTERVAL_MS / 1_000);
/** Viewers of the warm-up: an account may send 60 heartbeats a minute. */
const FEW = Math.ceil(PER_SECOND);
const WARM_UP_S = 20;
const ARRIVE_S = 60;
const MEASURED_S = Number(process.env.BENCH_SECONDS ?? 60);
const FILM_SECONDS = 8;
const CALL_TIMEOUT_MS = 10_000;
const TICK_MS = 5;

const key = (scaled: ScaledInstance, of: string, name: string): SigningKey =>
  signingKeyFromPem(readFileSync(join(scaled.keys, of, name), 'utf8'));

function openDriver(scaled: ScaledInstance) {
  const viewerKey = key(scaled, 'identity', 'VIEWER_SIGNING_KEY');
  const transport = grpcTransport({
    address: scaled.address('film'),
    service: 'gateway',
    serviceKey: key(scaled, 'gateway', 'SERVICE_SIGNING_KEY'),
    callee: 'film',
    defaultTimeoutMs: CALL_TIMEOUT_MS,
  });
  const { heartbeat } = WatchService.method;

  async function beat({ id, accountId, sessionId }: ImportedPlayback): Promise<boolean> {
    const who = { consumerType: 'MOVIE_LOVER', accountType: 'UNSPECIFIED', onboarding: false } as const;
    const viewer = { accountId, sessionId, roles: [], talents: [], ...who };
    const { token } = issueViewerToken(viewerKey, viewer, new Date());
    const message = { playbackSessionId: id, positionMs: 1_000, playedMs: 1_000 };
    const call = newCall({ viewer: { kind: 'account', ...viewer }, viewerToken: token });
    const send = () => transport.unary(heartbeat, undefined, undefined, undefined, message);
    const { access } = (await runInCall(call, send)).message;
    return access?.valid === true && access.signedUrl !== '';
  }

  /** Sends heartbeats at the given rate, however slow the answers are. */
  async function drive(playbacks: readonly ImportedPlayback[], seconds: number, perSecond = PER_SECOND) {
    const latenciesMs: number[] = [];
    let failed = 0;
    const under: Promise<void>[] = [];
    const startedAt = performance.now();
    const count = Math.round(perSecond * seconds);
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
      for (; sent < due; sent += 1) {
        const dueAt = startedAt + (sent / perSecond) * 1_000;
        const answered = beat(playbacks[sent % playbacks.length] as ImportedPlayback).then(
          (valid) => {
            latenciesMs.push(performance.now() - dueAt);
            if (!valid) failed += 1;
          },
          () => {
            failed += 1;
          },
        );
        under.push(answered);
      }
      await delay(TICK_MS);
    }
    await Promise.all(under);
    return { latenciesMs, count, failed };
  }
  return { drive, close: () => transport.close() };
}

async function measure(scaled: ScaledInstance, film: InspectedProcess): Promise<void> {
  const { filmId } = await prepareSite(scaled.owner, { viewers: 0, seconds: FILM_SECONDS, say: console.error });
  // Only what a heartbeat needs.
  for (const name of ['identity', 'media-worker'] as const) await scaled.site.end(name);
  const people = Array.from({ length: VIEWERS }, () => ({ accountId: newId(), sessionId: newId() }));
  const playbacks = await importPlaybacks(scaled.owner.film, filmId, people);
  const pid = scaled.site.pid('film') ?? 0;
  const driver = openDriver(scaled);

  await driver.drive(playbacks.slice(0, FEW), WARM_UP_S);
  const before = await film.heldBytes();
  // They arrive within a minute, as at a premiere: the first heartbeat of each gets an address signed.
  const come = await driver.drive(playbacks, ARRIVE_S, VIEWERS / ARRIVE_S);
  if (come.failed > 0) throw new Error(`${come.failed} of ${come.count} first heartbeats failed`);
  const profile = process.env.BENCH_PROFILE;
  if (profile) await film.startProfile();
  const cpuBefore = cpuSeconds(pid);
  const { latenciesMs, count, failed } = await driver.drive(playbacks, MEASURED_S);
  const cpu = (cpuSeconds(pid) - cpuBefore) / MEASURED_S;
  if (profile) await film.endProfile(profile);
  const after = await film.heldBytes();
  driver.close();

  const name = 'heartbeat viewers';
  const megabytes = ({ heap, resident }: typeof before) => `${Math.round(heap / 1e6)} (${Math.round(resident / 1e6)})`;
  console.error(`${count} heartbeats, ${failed} failed`);
  console.error(
    `film held ${megabytes(before)} MB (resident), then ${megabytes(after)}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  printFigure({ name, value: (VIEWERS * (count - failed)) / count, unit: 'viewers at 15 s, one film process' });
  printFigure({ name, value: quantile(latenciesMs, 0.5), unit: 'ms, p50 of a heartbeat', digits: 1 });
  printFigure({ name, value: quantile(latenciesMs, 0.99), unit: 'ms, p99 of a heartbeat', digits: 1 });
  printFigure({ name, value: cpu * 100, unit: '% of a core, film' });
  printFigure({
    name,
    value: (after.heap - before.heap) / (VIEWERS - FEW) / 1_000,
    unit: 'kB of memory per viewer',
    digits: 2,
  });
}

await withFolder(async (folder) => {
  const dir = join(folder, 'scaled');
  await mkdir(dir);
  const port = await freePort();
  const film = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
  const scaled = await startScaled(dir, ['identity', 'film', 'media', 'media-worker'], { film });
  try {
    const inspected = await inspectProcess(port);
    await measure(scaled, inspected);
    inspected.close();
  } finally {
    await scaled.stop();
  }
});
