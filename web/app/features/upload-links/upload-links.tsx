import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type UploadLink, UploadLinkService, UploadLinkState } from '@marquee/contracts/media/v1/upload_link_pb';
import { UPLOAD_LINK_LIMITS, uploadLinkFields } from '@marquee/rules/upload-links';
import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatMoment } from '../../language/format.ts';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { slotTitles } from '../upload/slot-titles.ts';
import type { SlotName } from '../upload/upload-store.ts';

const SLOTS: SlotName[] = ['FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE'];
const DAYS = [1, 3, 7, 14, 30];
const FAILED = msg('Something went wrong. Please try again later.');

/** The links by which partners upload for a film without an account: made, copied and withdrawn here [STU-11]. */
export function UploadLinks({ filmId }: { filmId: string }) {
  const { own, retry } = useOwn(UploadLinkService.method.listUploadLinks, { filmId });
  return (
    <Section title={_('Let somebody else upload')}>
      <p className="max-w-prose text-ink-muted">
        {_(
          'A lab, a designer or a colleague can send you a file by a link, without an account. It arrives here, and you decide whether to use it.',
        )}
      </p>
      {own.state === 'ready' ? (
        <>
          {own.value.links.length > 0 ? (
            <ul aria-label={_('Links for uploads')} className="grid border-line border-t">
              {own.value.links.map((link) => (
                <LinkLine key={link.id} link={link} changed={retry} />
              ))}
            </ul>
          ) : null}
          <NewLink filmId={filmId} changed={retry} />
        </>
      ) : (
        <NotReady
          {...{ own, retry }}
          className="h-20"
          loading={_('Loading your links')}
          failed={_('We failed to load your links.')}
        />
      )}
    </Section>
  );
}

type Changed = { changed: () => Promise<unknown> };

const STATES: Partial<Record<UploadLinkState, ReturnType<typeof msg>>> = {
  [UploadLinkState.EXPIRED]: msg('Expired'),
  [UploadLinkState.REVOKED]: msg('Withdrawn'),
  [UploadLinkState.USED_UP]: msg('All files sent'),
};

function LinkLine({ link, changed }: { link: UploadLink } & Changed) {
  const { partnerName, slot, files, filesMax, expiresAt, state, token } = link;
  const over = STATES[state];
  const about = _('{slot}, {files} of {filesMax} files sent, until {date}', {
    slot: _(slotTitles[slot as SlotName]),
    files,
    filesMax,
    date: expiresAt ? formatMoment(timestampDate(expiresAt)) : '',
  });
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <span className="wrap-anywhere font-medium">{partnerName}</span>
        <span className="text-ink-muted text-small">{about}</span>
      </div>
      {over ? <Badge>{_(over)}</Badge> : null}
      {state === UploadLinkState.OPEN || state === UploadLinkState.USED_UP ? (
        <div className="flex gap-2">
          <Button size="small" onClick={() => void copyAddress(token)}>
            {_('Copy link')}
          </Button>
          <Withdraw link={link} changed={changed} />
        </div>
      ) : null}
    </li>
  );
}

async function copyAddress(token: string): Promise<void> {
  const address = `${window.location.origin}/partner-upload#token=${token}`;
  try {
    await navigator.clipboard.writeText(address);
    toast({ message: _('Link copied. Anybody who has it can upload until it ends.'), tone: 'good' });
  } catch {
    // Without the right to write the clipboard the person copies it by hand.
    toast({ message: address });
  }
}

function Withdraw({ link, changed }: { link: UploadLink } & Changed) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const withdraw = () =>
    during(() =>
      orToast(async () => {
        await client(UploadLinkService).revokeUploadLink({ linkId: link.id });
        // First, so that the focus returns to the button while it is there.
        setOpen(false);
        await changed();
      }, _(FAILED)),
    );
  return (
    <ConfirmDialog
      title={_('Withdraw the link for {name}?', { name: link.partnerName })}
      description={_('Nothing more can be sent by it, also of a file that is on its way. What has arrived stays.')}
      trigger={
        <Button size="small" variant="quiet">
          {_('Withdraw')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      confirmLabel={_('Withdraw the link')}
      destructive
      pending={pending}
      onConfirm={withdraw}
    />
  );
}

function NewLink({ filmId, changed }: { filmId: string } & Changed) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Dialog
      title={_('New upload link')}
      description={_('Give it only to who should upload: it works without an account.')}
      trigger={
        <Button className="justify-self-start" icon={<Link2 aria-hidden className="size-5" />}>
          {_('New upload link')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
    >
      <NewLinkForm
        key={id}
        filmId={filmId}
        done={async (token) => {
          await changed();
          setOpen(false);
          await copyAddress(token);
        }}
      />
    </Dialog>
  );
}

function NewLinkForm({ filmId, done }: { filmId: string; done: (token: string) => Promise<void> }) {
  const { daysDefault, filesDefault, filesMax } = UPLOAD_LINK_LIMITS;
  const form = useZodForm(uploadLinkFields, {
    slot: 'FILM_VIDEO',
    partnerName: '',
    days: daysDefault,
    filesMax: filesDefault,
  });
  const number = { valueAsNumber: true } as const;
  return (
    <Form
      form={form}
      fallback={_(FAILED)}
      onSubmit={async (fields) => {
        const { link } = await client(UploadLinkService).createUploadLink({ filmId, ...fields });
        await done(link?.token ?? '');
      }}
    >
      <TextField
        label={_('Who gets it')}
        hint={_('A name for your list. They do not see it.')}
        autoComplete="off"
        {...fieldOf(form, 'partnerName')}
      />
      <Select
        label={_('What they upload')}
        options={SLOTS.map((slot) => ({ value: slot, label: _(slotTitles[slot]) }))}
        {...fieldOf(form, 'slot')}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          label={_('How long it works')}
          options={DAYS.map((days) => ({
            value: String(days),
            label: _('{days, plural, one {# day} other {# days}}', { days }),
          }))}
          {...fieldOf(form, 'days')}
          {...form.register('days', number)}
        />
        <Select
          label={_('How many files')}
          options={Array.from({ length: filesMax }, (__, index) => String(index + 1)).map((value) => ({
            value,
            label: value,
          }))}
          {...fieldOf(form, 'filesMax')}
          {...form.register('filesMax', number)}
        />
      </div>
      <SubmitButton>{_('Make and copy the link')}</SubmitButton>
    </Form>
  );
}
