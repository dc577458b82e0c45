import { AssetKind, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { type Asset, MediaService, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatRunningTime } from '../../language/format.ts';
import { _, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Still } from '../../ui/picture.tsx';
import { Progress } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.ts';
import { attach } from './start-upload.ts';

// A method of the client; `use…` would make linters take it for a React hook.
const makeImageOfFrame = client(MediaService).usePosterCandidate;

/** none, IN PROGRESS, then COMPLETE or ERROR; can be cancelled, deleted and started again [STU-06]. */
export function TranscodeState({ asset, film }: { asset: Asset; film: StudioFilm }) {
  const { revalidate } = useRevalidator();
  const [pending, during] = usePending();
  const [confirming, setConfirming] = useState(false);
  const transcode = asset.transcode;
  const run = (work: () => Promise<unknown>) =>
    during(async () => {
      await orToast(work, _('Failed to transcode'));
      setConfirming(false);
      await revalidate();
    });
  const start = () => run(() => client(MediaService).startTranscode({ assetId: asset.id }));

  if (transcode?.status === TranscodeStatus.IN_PROGRESS) {
    return (
      <div className="grid gap-2" role="status">
        <Progress label={_('Preparing your video')} value={transcode.progressPercent} />
        <div className="flex items-center justify-between gap-3 text-ink-muted text-small">
          <span>
            {transcode.waiting
              ? _('IN PROGRESS: in line')
              : _('IN PROGRESS: {progressPercent}%', { progressPercent: transcode.progressPercent })}
          </span>
          <Button
            size="small"
            variant="quiet"
            pending={pending}
            onClick={() => run(() => client(MediaService).cancelTranscode({ assetId: asset.id }))}
          >
            {_('Cancel')}
          </Button>
        </div>
      </div>
    );
  }
  if (transcode?.status === TranscodeStatus.ERROR) {
    return (
      <Banner
        tone="danger"
        action={
          <Button size="small" pending={pending} onClick={start}>
            {_('Start again')}
          </Button>
        }
      >
        <strong className="block font-medium">{_('ERROR')}</strong>
        {worded(transcode.errorMessage)}
      </Banner>
    );
  }
  if (transcode?.status !== TranscodeStatus.COMPLETE) {
    return (
      <Banner
        tone="warn"
        action={
          <Button size="small" pending={pending} onClick={start}>
            {_('Start')}
          </Button>
        }
      >
        {_('Not prepared yet, so nobody can watch it. Your file is safe.')}
      </Banner>
    );
  }
  const qualities = asset.renditions.map(({ width, height }) => `${Math.min(width, height)}p`).join(', ');
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 text-small">
        <span>
          <strong className="font-medium">{_('COMPLETE')}</strong>
          <span className="text-ink-muted">{` · ${formatRunningTime(asset.durationMs / 1000)} · ${qualities}`}</span>
        </span>
        <Button
          size="small"
          variant="quiet"
          className="-me-3.5"
          aria-haspopup="dialog"
          onClick={() => setConfirming(true)}
        >
          {_('Delete transcode')}
        </Button>
      </div>
      {asset.notes.map((note) => (
        <p key={note} className="text-ink-muted text-small">
          {note}
        </p>
      ))}
      <PosterCandidates asset={asset} film={film} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        destructive
        pending={pending}
        title={_('Delete the transcode of {fileName}?', { fileName: asset.fileName })}
        description={_('Nobody can watch it until it is prepared again. Your file stays.')}
        confirmLabel={_('Delete transcode')}
        onConfirm={() => run(() => client(MediaService).deleteTranscode({ assetId: asset.id }))}
      />
    </div>
  );
}

/** Three frames of the film to choose the trailer image from. */
function PosterCandidates({ asset, film }: { asset: Asset; film: StudioFilm }) {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<number>();
  if (asset.posterCandidates.length === 0) return null;
  // An image that was made of a frame keeps the frame's thumbhash.
  const inUse = film.assets.flatMap(({ kind, image }) => (kind === AssetKind.TRAILER_IMAGE && image?.thumbhash) || []);
  const use = async (index: number) => {
    setPending(index);
    await orToast(async () => {
      const { asset: image } = await makeImageOfFrame({ assetId: asset.id, index });
      await attach(film.film?.id ?? '', 'TRAILER_IMAGE', image?.id ?? '');
      toast({ message: _('The trailer image is in place.'), tone: 'good' });
    }, _('We failed to save your changes'));
    setPending(undefined);
    await revalidate();
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-ink-muted text-small">{_('Frames to use as the trailer image')}</legend>
      <div className="grid grid-cols-3 gap-3">
        {asset.posterCandidates.map(({ index, image }) => (
          <button
            key={index}
            type="button"
            aria-label={_('Use frame {value} as the trailer image', { value: index + 1 })}
            aria-pressed={inUse.includes(image?.thumbhash ?? '')}
            aria-busy={pending === index}
            disabled={pending !== undefined}
            onClick={() => use(index)}
            className="group relative overflow-hidden rounded-control hover:opacity-80 disabled:opacity-50 aria-pressed:outline-2 aria-pressed:outline-action aria-pressed:outline-offset-2"
          >
            <Still source={image} alt="" sizes="160px" />
            <span className="absolute top-1.5 end-1.5 hidden size-6 place-items-center rounded-full bg-action text-on-action group-aria-pressed:grid">
              <Check aria-hidden className="size-4" />
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
