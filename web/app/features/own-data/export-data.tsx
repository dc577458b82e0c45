import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type AccountExport,
  ExportState,
  type GetExportResponse,
  OwnDataService,
} from '@marquee/contracts/identity/v1/personal_data_pb';
import { OWN_DATA_MESSAGES } from '@marquee/rules/own-data';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatAddedDate, formatMoment, formatSize } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { StepUpCancelled, useStepUp } from '../passkeys/step-up.tsx';

/** How often a page that waits for an export looks. */
const LOOK_MS = 10_000;

const dayOf = (time: Timestamp | undefined) => (time ? formatAddedDate(timestampDate(time)) : '');

/** The viewer's latest export, and the way to the next one [SET-12]. */
export function ExportData() {
  const { own, retry } = useOwn(OwnDataService.method.getExport, {});
  const isWaiting = own.state === 'ready' && own.value.export?.state === ExportState.WAITING;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void retry(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, retry]);

  return (
    <>
      <Section title={_('What is in it')}>
        <ul className="grid list-disc gap-1 ps-5 text-ink-muted">
          <li>{_('Your profile, your sign-ins and your passkeys’ names')}</li>
          <li>{_('Your films with their credits, and the pictures that you uploaded')}</li>
          <li>{_('What you watched, liked, rated and wrote')}</li>
        </ul>
        <p className="text-ink-muted">
          {_(
            'Lists are JSON files, which most programs can read. The video files of your films are too large to be in it.',
          )}
        </p>
      </Section>
      <Section title={_('Your export')}>
        {own.state === 'ready' ? (
          <Latest answer={own.value} changed={retry} />
        ) : (
          <NotReady
            {...{ own, retry }}
            className="h-24"
            loading={_('Loading your export')}
            failed={_('We failed to load your export.')}
          />
        )}
      </Section>
    </>
  );
}

function Latest({ answer, changed }: { answer: GetExportResponse; changed: () => Promise<unknown> }) {
  const { export: latest, nextAt } = answer;
  if (latest?.state === ExportState.WAITING) {
    return (
      <Banner>
        {_(
          'We are making the export that you asked for on {day}. This can take a while. You can leave this page: we will email you when it is ready.',
          { day: dayOf(latest.requestedAt) },
        )}
      </Banner>
    );
  }
  return (
    <>
      {latest?.state === ExportState.READY ? <Ready latest={latest} /> : null}
      {latest?.state === ExportState.FAILED ? <Banner tone="danger">{_(OWN_DATA_MESSAGES.exportFailed)}</Banner> : null}
      {latest ? null : <p>{_('You have no export at the moment.')}</p>}
      {nextAt ? (
        <p className="text-ink-muted">
          {_('You can ask for the next one after {moment}.', { moment: formatMoment(timestampDate(nextAt)) })}
        </p>
      ) : (
        <Request changed={changed} />
      )}
    </>
  );
}

function Ready({ latest }: { latest: AccountExport }) {
  const { id, finishedAt, expiresAt, sizeBytes } = latest;
  const [pending, during] = usePending();
  const { confirmed, prompt } = useStepUp();
  const download = () =>
    during(async () => {
      try {
        await confirmed(() => client(OwnDataService).openExport({ exportId: id }));
        // It is an attachment: the page stays.
        window.location.assign(`/exports/${id}`);
      } catch (thrown) {
        if (!(thrown instanceof StepUpCancelled)) {
          toast({ message: messageOf(thrown, _(OWN_DATA_MESSAGES.openFailed)), tone: 'danger' });
        }
      }
    });
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {_('Your export of {day} is ready ({size}). You can download it until {day2}.', {
          day: dayOf(finishedAt),
          size: formatSize(sizeBytes),
          day2: expiresAt ? formatMoment(timestampDate(expiresAt)) : '',
        })}
      </p>
      <Button
        variant="primary"
        pending={pending}
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => void download()}
      >
        {_('Download my data')}
      </Button>
      {prompt}
    </div>
  );
}

function Request({ changed }: { changed: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const request = () =>
    during(() =>
      orToast(async () => {
        await client(OwnDataService).requestExport({});
        await changed();
        setOpen(false);
      }, _(OWN_DATA_MESSAGES.exportFailed)),
    );
  return (
    <ConfirmDialog
      title={_('Export your data?')}
      description={_(
        'We will make one file with all of it, and email you when you can download it. It is kept for 7 days.',
      )}
      confirmLabel={_('Export my data')}
      pending={pending}
      open={open}
      onOpenChange={setOpen}
      onConfirm={() => void request()}
      trigger={<Button className="justify-self-start">{_('Ask for an export')}</Button>}
    />
  );
}
