import { type Asset, MediaService, type TextTrack, TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import { CAPTIONS_AFTER_END_MS } from '@marquee/rules/quality';
import {
  addTextTrackSchema,
  TEXT_TRACK_KINDS,
  TEXT_TRACK_LANGUAGES,
  TEXT_TRACK_LIMITS,
  TEXT_TRACK_MESSAGES,
} from '@marquee/rules/text-tracks';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatPosition } from '../../language/format.ts';
import { languageName } from '../../language/names.ts';
import { subtitlesLabel } from '../../language/subtitles-label.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { controlClass, Field, Select } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';

const formSchema = addTextTrackSchema.pick({ language: true, kind: true, fileName: true });
const NOTHING = { language: '', kind: 'SUBTITLES', fileName: '' } as const;

/** The subtitles and captions of a film, for its maker [STU-12:subtitles]. */
export function SubtitlesPanel({ asset }: { asset: Asset }) {
  return (
    <section aria-label={_('Subtitles and captions')} className="grid gap-4 border-line border-t pt-4">
      <h3 className="font-medium text-body">{_('Subtitles and captions')}</h3>
      {asset.textTracks.length === 0 ? (
        <p className="text-ink-muted text-small">{_('No subtitles yet. Captions also say what is heard.')}</p>
      ) : (
        <ul className="grid gap-3">
          {asset.textTracks.map((track) => (
            <Row key={track.id} asset={asset} track={track} />
          ))}
        </ul>
      )}
      <AddSubtitles asset={asset} />
    </section>
  );
}

function Row({ asset, track }: { asset: Asset; track: TextTrack }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const [confirming, setConfirming] = useState(false);
  const label = subtitlesLabel(track);
  const isLate = track.endMs > asset.durationMs + CAPTIONS_AFTER_END_MS;
  const run = (work: () => Promise<unknown>) =>
    during(async () => {
      await orToast(work, _('We failed to save your changes'));
      setConfirming(false);
      await revalidate();
    });
  const toggleDefault = () => {
    const change = { assetId: asset.id, textTrackId: track.id, isDefault: !track.isDefault };
    return run(() => client(MediaService).setDefaultTextTrack(change));
  };
  return (
    <li className="grid gap-1 text-small">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <strong className="font-medium">{label}</strong>
          {track.isDefault ? <Badge tone="outline">{_('Shown by default')}</Badge> : null}
        </span>
        <span className="flex flex-wrap">
          <Button
            size="small"
            variant="quiet"
            pending={pending}
            aria-pressed={track.isDefault}
            aria-label={_('Show by default: {label}', { label })}
            onClick={() => void toggleDefault()}
          >
            {_('Show by default')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            className="-me-3.5"
            aria-label={_('Remove {label}', { label })}
            aria-haspopup="dialog"
            onClick={() => setConfirming(true)}
          >
            {_('Remove')}
          </Button>
        </span>
      </div>
      <p className="wrap-anywhere text-ink-muted">
        {_('{fileName} · {count, plural, one {# text} other {# texts}} from {start} to {end}', {
          fileName: track.fileName,
          count: track.cueCount,
          start: formatPosition(track.firstCueMs),
          end: formatPosition(track.endMs),
        })}
      </p>
      {isLate ? (
        <p className="text-warn-ink">
          {_('These end after the film does, at {end}. Are they for another cut?', {
            end: formatPosition(asset.durationMs),
          })}
        </p>
      ) : null}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        destructive
        pending={pending}
        title={_('Remove {label}?', { label })}
        description={_('Viewers cannot choose them any more. You can add the file again.')}
        confirmLabel={_('Remove')}
        onConfirm={() => run(() => client(MediaService).removeTextTrack({ assetId: asset.id, textTrackId: track.id }))}
      />
    </li>
  );
}

function AddSubtitles({ asset }: { asset: Asset }) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File>();
  const form = useZodForm(formSchema, NOTHING);
  if (!open) {
    return (
      <Button size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        {_('Add subtitles')}
      </Button>
    );
  }
  const close = () => {
    setOpen(false);
    setFile(undefined);
    form.reset(NOTHING);
  };
  return (
    <Form
      form={form}
      aria-label={_('Add subtitles')}
      className="grid gap-4"
      fallback={_('We failed to save your changes')}
      onSubmit={async ({ language, kind, fileName }) => {
        if (!file) return;
        const data = new Uint8Array(await file.arrayBuffer());
        const track = { language, kind: TextTrackKind[kind], fileName, data };
        await client(MediaService).addTextTrack({ assetId: asset.id, ...track });
        toast({ message: _('The subtitles are in place.'), tone: 'good' });
        close();
        await revalidate();
      }}
    >
      <Controller
        control={form.control}
        name="language"
        render={({ field, fieldState }) => (
          <Combobox
            label={_('Language')}
            options={TEXT_TRACK_LANGUAGES.map(({ code }) => ({ value: code, label: languageName(code) }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <Select
        label={_('Kind')}
        options={TEXT_TRACK_KINDS.map((kind) => ({
          value: kind,
          label: kind === 'CAPTIONS' ? _('Captions, with what is heard') : _('Subtitles, what is spoken'),
        }))}
        {...fieldOf(form, 'kind')}
      />
      <Controller
        control={form.control}
        name="fileName"
        render={({ field, fieldState }) => (
          <Field
            label={_('File')}
            hint={_('WebVTT or SRT, up to 700 KB. It replaces what is there in the same language and kind.')}
            error={fieldState.error?.message}
          >
            {(ids) => (
              <input
                {...ids}
                ref={field.ref}
                type="file"
                accept=".vtt,.srt,text/vtt,application/x-subrip"
                className={`${controlClass} h-12 py-2.5`}
                onChange={({ target }) => {
                  const [chosen] = target.files ?? [];
                  const isTooLarge = chosen !== undefined && chosen.size > TEXT_TRACK_LIMITS.bytesMax;
                  setFile(isTooLarge ? undefined : chosen);
                  field.onChange(isTooLarge ? '' : (chosen?.name ?? ''));
                  if (isTooLarge) form.setError('fileName', { message: TEXT_TRACK_MESSAGES.tooLarge });
                  else form.clearErrors();
                }}
              />
            )}
          </Field>
        )}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton size="medium">{_('Add')}</SubmitButton>
        <Button variant="quiet" onClick={close}>
          {_('Cancel')}
        </Button>
      </div>
    </Form>
  );
}
