import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type Asset,
  MediaService,
  type Protection,
  ProtectionStatus,
  type ProtectionStep,
} from '@marquee/contracts/media/v1/media_pb';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, msg, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Progress } from '../../ui/progress.tsx';

const FAILED = msg('Failed to encode');
const STATUS = {
  [ProtectionStatus.UNSPECIFIED]: msg('NOT PROTECTED'),
  [ProtectionStatus.IN_PROGRESS]: msg('IN PROGRESS'),
  [ProtectionStatus.COMPLETED]: msg('COMPLETED'),
  [ProtectionStatus.FAILED]: msg('FAILED'),
};

/** Not protected, IN PROGRESS, COMPLETED or FAILED, with history; can be started and deleted [STU-07]. */
export function ProtectionState({ asset }: { asset: Asset }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const [confirming, setConfirming] = useState(false);
  const { protection } = asset;
  const run = (work: () => Promise<unknown>) =>
    during(async () => {
      await orToast(work, _(FAILED));
      setConfirming(false);
      await revalidate();
    });
  const start = () => run(() => client(MediaService).startProtection({ assetId: asset.id }));
  const remove = () => run(() => client(MediaService).deleteProtection({ assetId: asset.id }));
  const status = protection?.status ?? ProtectionStatus.UNSPECIFIED;
  const action =
    status === ProtectionStatus.COMPLETED ? (
      <Button
        size="small"
        variant="quiet"
        className="-me-3.5"
        aria-haspopup="dialog"
        onClick={() => setConfirming(true)}
      >
        {_('Remove the protection')}
      </Button>
    ) : status === ProtectionStatus.IN_PROGRESS ? (
      protection?.removing ? null : (
        <Button size="small" variant="quiet" className="-me-3.5" pending={pending} onClick={remove}>
          {_('Cancel')}
        </Button>
      )
    ) : (
      <Button size="small" pending={pending} onClick={start}>
        {status === ProtectionStatus.FAILED ? _('Start again') : _('Protect')}
      </Button>
    );
  return (
    <section aria-label={_('Protection')} className="grid gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3 text-small">
        <h3>
          <span className="text-ink-muted">{`${_('Protection')} · `}</span>
          <strong className="font-medium">{_(STATUS[status])}</strong>
        </h3>
        {action}
      </div>
      <Now protection={protection} />
      <History steps={protection?.history ?? []} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        destructive
        pending={pending}
        title={_('Remove the protection of {fileName}?', { fileName: asset.fileName })}
        description={_('The film keeps playing, and its files are not encrypted any more.')}
        confirmLabel={_('Remove the protection')}
        onConfirm={remove}
      />
    </section>
  );
}

function Now({ protection }: { protection: Protection | undefined }) {
  const {
    status = ProtectionStatus.UNSPECIFIED,
    progressPercent = 0,
    removing = false,
    errorMessage = '',
  } = protection ?? {};
  if (status === ProtectionStatus.IN_PROGRESS) {
    return (
      <div role="status">
        <Progress label={removing ? _('Removing the protection') : _('Protecting your film')} value={progressPercent} />
      </div>
    );
  }
  if (status === ProtectionStatus.FAILED) return <Banner tone="danger">{worded(errorMessage) || _(FAILED)}</Banner>;
  return (
    <p className="text-ink-muted text-small">
      {status === ProtectionStatus.COMPLETED
        ? _('The files are encrypted, and play only with a licence for the viewer.')
        : _('Encrypts the files, so that they play only with a licence for the viewer.')}{' '}
      {_('Safari, and every browser on an iPhone, cannot play them.')}
    </p>
  );
}

function History({ steps }: { steps: ProtectionStep[] }) {
  if (steps.length === 0) return null;
  return (
    <details className="text-small">
      <summary className="min-h-6 cursor-pointer text-ink-muted">{_('Protection so far')}</summary>
      <ol className="mt-2 grid gap-2">
        {steps.map(({ startedAt, completedAt, status, removing, keyId }) => (
          <li key={startedAt ? String(timestampDate(startedAt).getTime()) : keyId} className="grid gap-0.5">
            <span>
              {removing ? _('Removal') : _('Protection')} · {_(STATUS[status])}
              {completedAt ? (
                <>
                  {' · '}
                  <Moment date={timestampDate(completedAt)} />
                </>
              ) : null}
            </span>
            {keyId ? <span className="break-all text-ink-muted">{_('Key {keyId}', { keyId })}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
