import { type Asset, type AudioTrack, MediaService } from '@marquee/contracts/media/v1/media_pb';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { languageName } from '../../language/names.ts';
import { descriptionLabel } from '../../language/sound-label.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** The sounds of a prepared film, for its maker, who may say which one is audio description [SET-14:audio-description]. */
export function SoundPanel({ asset }: { asset: Asset }) {
  const isDescribed = asset.audioTracks.some(({ isDescription }) => isDescription);
  const names = namesOf(asset.audioTracks);
  return (
    <section aria-label={_('Sound')} className="grid gap-3 border-line border-t pt-4 text-small">
      <h3 className="font-medium text-body">{_('Sound')}</h3>
      {asset.audioTracks.length > 0 ? (
        <ul className="grid gap-1">
          {names.map((name, index) => (
            <Row key={name} asset={asset} index={index} name={name} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted">{_('This file has no sound.')}</p>
      )}
      {isDescribed ? null : (
        <p className="text-ink-muted">
          {_(
            'No audio description yet. It says what is seen, for people who cannot see it, and is a sound track of its own in your file.',
          )}
        </p>
      )}
    </section>
  );
}

function Row({ asset, index, name: label }: { asset: Asset; index: number; name: string }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const [confirming, setConfirming] = useState(false);
  const isDescription = asset.audioTracks[index]?.isDescription ?? false;
  const change = () =>
    during(async () => {
      await orToast(async () => {
        await client(MediaService).setAudioDescription({ assetId: asset.id, index, isDescription: !isDescription });
      }, _('We failed to save your changes'));
      setConfirming(false);
      await revalidate();
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3">
      <strong className="font-medium">{label}</strong>
      <Button
        size="small"
        variant="quiet"
        className="-me-3.5"
        aria-label={
          isDescription
            ? _('Take the mark off: {label}', { label })
            : _('Mark as audio description: {label}', { label })
        }
        aria-haspopup="dialog"
        onClick={() => setConfirming(true)}
      >
        {isDescription ? _('Take the mark off') : _('Mark as audio description')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        pending={pending}
        title={_('Prepare the film again?')}
        description={_('Nobody can watch it until it is prepared again. Your file stays.')}
        confirmLabel={_('Prepare')}
        onConfirm={change}
      />
    </li>
  );
}

/** Those of one name are numbered, in the order of the file. */
function namesOf(tracks: readonly AudioTrack[]): string[] {
  const names = tracks.map(nameOf);
  return names.map((name, index) => {
    const place = names.slice(0, index + 1).filter((other) => other === name).length;
    return names.filter((other) => other === name).length > 1 ? `${name} ${place}` : name;
  });
}

function nameOf({ isDescription, language, label }: AudioTrack): string {
  if (isDescription) return descriptionLabel(language);
  return language ? languageName(language) : label;
}
