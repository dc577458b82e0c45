import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type Asset,
  MediaService,
  type QualityFinding,
  QualityStatus,
  type SoundLevel,
} from '@marquee/contracts/media/v1/media_pb';
import {
  isQualityKind,
  LOUDNESS_MESSAGES,
  loudnessOf,
  QUALITY_MESSAGES,
  type QualityKind,
} from '@marquee/rules/quality';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatDecimal, formatPosition } from '../../language/format.ts';
import { languageName } from '../../language/names.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';

/** What was found in the picture and sound of a video, before it is sent for review [STU-12:quality]. */
export function QualityPanel({ asset }: { asset: Asset }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const { status = QualityStatus.UNSPECIFIED, findings = [], soundLevels = [], checkedAt } = asset.quality ?? {};
  const isChecking = status === QualityStatus.IN_PROGRESS;
  const check = () =>
    during(async () => {
      await orToast(async () => {
        await client(MediaService).checkQuality({ assetId: asset.id });
      }, _('The video could not be checked.'));
      await revalidate();
    });
  // Another release may find what this one has no words for.
  const known = findings.filter(isKnown);
  const faults = known.filter(({ fact }) => !fact);
  const facts = known.filter(({ fact }) => fact);
  return (
    // Each video of a film has its own: a group within the region of its slot, and no landmark.
    <fieldset aria-label={_('Picture and sound')} className="grid min-w-0 gap-3 border-line border-t pt-4 text-small">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3>
          <strong className="font-medium">{_('Picture and sound')}</strong>
          {checkedAt ? (
            <span className="text-ink-muted">
              {' · '}
              <Moment date={timestampDate(checkedAt)} />
            </span>
          ) : null}
        </h3>
        {isChecking ? null : (
          <Button size="small" variant="quiet" className="-me-3.5" pending={pending} onClick={check}>
            {checkedAt ? _('Check again') : _('Check')}
          </Button>
        )}
      </div>
      {isChecking ? (
        <p role="status" className="text-ink-muted">
          {_('We are looking through the video.')}
        </p>
      ) : null}
      {status === QualityStatus.FAILED ? (
        <Banner tone="danger">{_('The video could not be looked through to its end. Please check it again.')}</Banner>
      ) : null}
      {!checkedAt && status === QualityStatus.UNSPECIFIED ? (
        <p className="text-ink-muted">{_('This video was not looked through yet.')}</p>
      ) : null}
      {checkedAt && faults.length === 0 ? <p>{_('We found nothing to mend.')}</p> : null}
      {faults.length > 0 ? (
        <ul aria-label={_('What to look at')} className="grid gap-3">
          {faults.map((finding) => (
            <li key={`${finding.kind} ${finding.fromMs} ${finding.value}`}>
              <Finding finding={finding} />
            </li>
          ))}
        </ul>
      ) : null}
      {facts.length + soundLevels.length > 0 ? (
        <ul aria-label={_('What we measured')} className="grid gap-1 text-ink-muted">
          {facts.map((finding) => (
            <li key={finding.kind}>
              <Finding finding={finding} />
            </li>
          ))}
          {soundLevels.map((level, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tracks stay in their order, and may be alike.
            <li key={index}>{loudnessLine(level, soundLevels.length > 1)}</li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}

type KnownFinding = QualityFinding & { kind: QualityKind };
const isKnown = (finding: QualityFinding): finding is KnownFinding => isQualityKind(finding.kind);

function Finding({ finding: { kind, fromMs, toMs, value, compared } }: { finding: KnownFinding }) {
  const text = _(QUALITY_MESSAGES[kind], { value: formatDecimal(value), compared: formatDecimal(compared) });
  return (
    <>
      {fromMs === undefined || toMs === undefined ? null : (
        <strong className="me-2 font-medium">{`${formatPosition(fromMs)}–${formatPosition(toMs)}`}</strong>
      )}
      {text}
    </>
  );
}

function loudnessLine(level: SoundLevel, isNamed: boolean): string {
  const { lufs, gain } = level;
  const values = { lufs: formatDecimal(lufs), gain: formatDecimal(Math.abs(gain)) };
  const text = _(LOUDNESS_MESSAGES[loudnessOf(level)], values);
  return isNamed && level.language ? `${languageName(level.language)}: ${text}` : text;
}
