import type { FilmAsset, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { type Asset, MediaService, TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { Trans } from '../../language/trans.tsx';
import { _, msg } from '../../language/words.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Poster, Thumbnail } from '../../ui/picture.tsx';
import { FilePicker } from './file-picker.tsx';
import { LocalUpload } from './local-upload.tsx';
import { ProtectionState } from './protection-state.tsx';
import { QualityPanel } from './quality-panel.tsx';
import { isVideoSlot, slotTitles } from './slot-titles.ts';
import { SoundPanel } from './sound-panel.tsx';
import { assetKinds, attach, startUpload } from './start-upload.ts';
import { SubtitlesPanel } from './subtitles-panel.tsx';
import { TranscodeState } from './transcode-state.tsx';
import { isEnded, type SlotName, type UploadItem, uploadStore } from './upload-store.ts';

const REPLACE = msg(
  '{slot, select, FILM_VIDEO {Replace the film} TRAILER_VIDEO {Replace the trailer} POSTER_IMAGE {Replace the poster} other {Replace the trailer image}}',
);
const CHOOSE = msg(
  '{slot, select, FILM_VIDEO {Choose a file for the film} TRAILER_VIDEO {Choose a file for the trailer} POSTER_IMAGE {Choose a file for the poster} other {Choose a file for the trailer image}}',
);
const FAILED = msg('We failed to save your changes');

export type SlotCardProps = {
  slot: SlotName;
  film: StudioFilm;
  current: FilmAsset | undefined;
  replacement: FilmAsset | undefined;
  /** What media holds for this slot, newest first. */
  uploads: Asset[];
  local: UploadItem | undefined;
  /** To fill this slot is the primary action of the page. */
  isSuggested: boolean;
};

export function SlotCard({ slot, film, current, replacement, uploads, local, isSuggested }: SlotCardProps) {
  const filmId = film.film?.id ?? '';
  const { revalidate } = useRevalidator();
  const shown = replacement ?? current;
  const media = uploads.find((asset) => asset.id === shown?.mediaId);
  const followed = media ?? local?.assetId;
  useTopic(followed ? `asset:${typeof followed === 'string' ? followed : followed.id}` : null, undefined, revalidate);
  const open = uploads.find(
    (asset) => asset.id !== current?.mediaId && asset.id !== replacement?.mediaId && !isOvertaken(asset, shown),
  );
  const ended = useEndedByNext(local, shown);

  const run = async (work: () => Promise<unknown>) => {
    await orToast(work, _(FAILED));
    await revalidate();
  };
  return (
    <section
      aria-label={_(slotTitles[slot])}
      className="grid content-start gap-4 rounded-panel bg-surface p-4 sm:p-6 shadow-lit"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="font-title text-heading">{_(slotTitles[slot])}</h2>
        {replacement ? <Badge tone="action">{_('Replacement awaits approval')}</Badge> : null}
      </header>
      {shown?.image ? <SlotPicture slot={slot} asset={shown} title={film.film?.filmTitle ?? ''} /> : null}
      {media && isVideoSlot(slot) ? <TranscodeState asset={media} film={film} /> : null}
      {slot === 'FILM_VIDEO' && media?.transcode?.status === TranscodeStatus.COMPLETE ? (
        <ProtectionState asset={media} />
      ) : null}
      {media?.transcode?.status === TranscodeStatus.COMPLETE ? <QualityPanel asset={media} /> : null}
      {media && slot === 'FILM_VIDEO' ? <SubtitlesPanel asset={media} /> : null}
      {slot === 'FILM_VIDEO' && media?.transcode?.status === TranscodeStatus.COMPLETE ? (
        <SoundPanel asset={media} />
      ) : null}
      {replacement ? (
        <p className="text-ink-muted text-small">
          {_('The approved version stays live until our staff approve this one.')}
        </p>
      ) : null}
      {local && !ended ? (
        <LocalUpload item={local} />
      ) : open ? (
        <OpenUpload asset={open} slot={slot} filmId={filmId} run={run} />
      ) : null}
      {local && !isEnded(local) ? null : (
        <FilePicker
          label={_(shown ? REPLACE : CHOOSE, { slot })}
          slot={slot}
          isSuggested={isSuggested}
          onChoose={(file) => void startUpload(filmId, slot, file)}
        />
      )}
      {shown ? (
        <Button
          variant="quiet"
          size="small"
          className="-mt-2 -ms-3.5 justify-self-start"
          onClick={() => run(() => client(StudioService).removeFilmAsset({ filmId, kind: assetKinds[slot] }))}
        >
          {replacement ? _('Withdraw the replacement') : _('Remove')}
        </Button>
      ) : null}
    </section>
  );
}

/** A file that was refused before the one that is in the slot was chosen: ids are in the order of time. */
const isOvertaken = (asset: Asset, shown: FilmAsset | undefined) =>
  asset.state === UploadState.REFUSED && shown !== undefined && asset.id < shown.mediaId;

/** Whether what this tab says of a file that failed is over, because the slot has got another one since; then forgets it. */
function useEndedByNext(local: UploadItem | undefined, shown: FilmAsset | undefined): boolean {
  const key = local && (local.step === 'refused' || local.step === 'failed') ? local.key : undefined;
  const [before, setBefore] = useState({ key, mediaId: shown?.mediaId });
  const isNext = key !== undefined && key === before.key && shown !== undefined && shown.mediaId !== before.mediaId;
  const isOlder =
    key !== undefined && local?.assetId !== undefined && shown !== undefined && local.assetId <= shown.mediaId;
  const ended = isNext || isOlder;
  useEffect(() => {
    if (ended && key) uploadStore.remove(key);
    setBefore({ key, mediaId: shown?.mediaId });
  }, [ended, key, shown?.mediaId]);
  return ended;
}

function SlotPicture({ slot, asset, title }: { slot: SlotName; asset: FilmAsset; title: string }) {
  const alt = _('{value} of {title}', { value: slotTitles[slot], title });
  return slot === 'POSTER_IMAGE' ? (
    <div className="w-40">
      <Poster source={asset.image} alt={alt} sizes="160px" />
    </div>
  ) : (
    <Thumbnail source={asset.image} alt={alt} />
  );
}

/** A file that media holds and the film does not use: partly uploaded, refused, or checked but not attached. */
function OpenUpload({
  asset,
  slot,
  filmId,
  run,
}: {
  asset: Asset;
  slot: SlotName;
  filmId: string;
  run: (work: () => Promise<unknown>) => Promise<void>;
}) {
  const remove = (
    <Button
      size="small"
      variant="quiet"
      onClick={() => run(() => client(MediaService).deleteAsset({ assetId: asset.id }))}
    >
      {_('Delete file')}
    </Button>
  );
  if (asset.state === UploadState.REFUSED) {
    return (
      <Banner tone="danger" action={remove}>
        <strong className="block font-medium">{asset.fileName}</strong>
        {asset.refusedMessage}
      </Banner>
    );
  }
  if (asset.state === UploadState.UPLOADING) {
    const percent = asset.sizeBytes > 0n ? Math.floor(Number((asset.receivedBytes * 100n) / asset.sizeBytes)) : 0;
    return (
      <Banner tone="warn" action={remove}>
        <strong className="block font-medium">
          {_('{fileName}: {percent}% sent', { fileName: asset.fileName, percent })}
        </strong>
        {_('Choose the same file again to continue from there.')}
      </Banner>
    );
  }
  if (asset.state === UploadState.CHECKING)
    return <p className="text-ink-muted text-small">{_('Checking the file')}</p>;
  return (
    <Banner
      action={
        <>
          <Button size="small" onClick={() => run(() => attach(filmId, slot, asset.id))}>
            {_('Use this file')}
          </Button>
          {remove}
        </>
      }
    >
      <Trans
        id="<0>{fileName}</0>Uploaded, and not in use."
        values={{ fileName: asset.fileName }}
        components={{ 0: <strong className="block font-medium" /> }}
      />
    </Banner>
  );
}
