import type { WorkLoopOptions } from '@marquee/data/work-loop';
import { workOf } from '@marquee/service/work';
import { assetNotFound } from '../assets/asset-errors.ts';
import * as assets from '../assets/assets.ts';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import { isFull, isUnavailable } from '../storage/storage-trouble.ts';
import type { CheckedSource } from '../transcode/check-source.ts';
import { inspectFilm } from './inspect-film.ts';
import * as qualityChecks from './quality-checks.ts';
import { type QualityReport, reportQuality, storedReport } from './quality-report.ts';

/** For lost workers: a check fails after its third. */
const RETRY_DELAYS_MS = [0, 0];

/** The loop that looks through videos again. It decodes once and encodes nothing, so it does not wait behind transcodes. */
export function qualityLoop(
  resources: MediaResources,
): WorkLoopOptions<qualityChecks.ClaimedQualityCheck, QualityReport, MediaWrite> {
  return workOf(resources, {
    name: qualityChecks.QUALITY_LOOP,
    table: qualityChecks.work,
    run: (check, { signal }) => lookThrough(resources, check, signal),
    complete: (write, check, report) => endCheck(write, check, report),
    isPassing: (error) => isUnavailable(error) || isFull(error),
    // The same file fails in the same way.
    isFinal: () => true,
    retryDelaysMs: RETRY_DELAYS_MS,
    giveUp: (write, check) => endCheck(write, check, undefined),
  });
}

async function lookThrough(
  { db, blobs, tools, config }: MediaResources,
  { assetId }: qualityChecks.ClaimedQualityCheck,
  signal: AbortSignal,
): Promise<QualityReport> {
  const asset = await assets.get(db, assetId);
  if (!asset) throw assetNotFound();
  const before = storedReport(await qualityChecks.latest(db, assetId));
  const master = await blobs.localCopy(blobLayout.master(assetId), { folder: config.SCRATCH_DIR, signal });
  try {
    const source = asset.source as CheckedSource;
    const inspection = await inspectFilm(tools, source, master.path, { signal });
    const report = reportQuality(source, inspection, config.LOUDNESS_TARGET_LUFS);
    return { ...report, levels: asTheyPlay(report.levels, before) };
  } finally {
    await master.release();
  }
}

/** A check encodes nothing: the sound plays at the level that its transcode gave it. */
function asTheyPlay(levels: QualityReport['levels'], before: QualityReport | undefined): QualityReport['levels'] {
  return levels.map((level, index) => {
    const { gain = 0, isLimited = false } = before?.levels[index] ?? {};
    return { ...level, gain, isLimited };
  });
}

async function endCheck(
  { tx, touch }: MediaWrite,
  check: qualityChecks.ClaimedQualityCheck,
  report: QualityReport | undefined,
): Promise<boolean> {
  // The asset first, as in every other transaction that locks both.
  const asset = await assets.lock(tx, check.assetId);
  if (!asset) return false;
  if (!(await qualityChecks.finish(tx, check, report))) return qualityChecks.hasEnded(tx, check);
  touch('asset', await assets.update(tx, asset.id, {}));
  return true;
}
