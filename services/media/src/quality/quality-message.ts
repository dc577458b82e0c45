import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type QualityReportSchema, QualityStatus } from '@marquee/contracts/media/v1/media_pb';
import type { QualityCheck, TextTrack } from '../../gen/prisma/client.ts';
import { isFact, lateCaptions, silentCaptions } from './judge-quality.ts';
import { storedReport } from './quality-report.ts';

const STATUS: Record<string, QualityStatus> = {
  WAITING: QualityStatus.IN_PROGRESS,
  RUNNING: QualityStatus.IN_PROGRESS,
  COMPLETE: QualityStatus.COMPLETE,
  FAILED: QualityStatus.FAILED,
};

type CheckedAsset = {
  kind: string;
  durationMs: number | null;
  qualityChecks: QualityCheck[];
  textTracks: TextTrack[];
};

/** What was found in a video; subtitles are compared with it now, as they change without another check. */
export function qualityMessage(asset: CheckedAsset): MessageInitShape<typeof QualityReportSchema> | undefined {
  if (asset.kind !== 'VIDEO') return undefined;
  const [last] = asset.qualityChecks;
  const done = asset.qualityChecks.find(({ status }) => status === 'COMPLETE');
  const report = storedReport(asset.qualityChecks);
  const { durationMs, textTracks } = asset;
  const captions = durationMs
    ? [...lateCaptions(durationMs, textTracks), ...silentCaptions(durationMs, report?.silence ?? [], textTracks)]
    : [];
  return {
    status: STATUS[last?.status ?? ''] ?? QualityStatus.UNSPECIFIED,
    checkedAt: done?.completedAt ? timestampFromDate(done.completedAt) : undefined,
    findings: [...(report?.findings ?? []), ...captions].map((finding) => ({ ...finding, fact: isFact(finding) })),
    soundLevels: report?.levels.map(({ isLimited, ...level }) => ({ ...level, limited: isLimited })) ?? [],
  };
}
