import type { FilmAsset, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import {
  type Asset,
  ProtectionStatus,
  QualityStatus,
  TranscodeStatus,
  UploadState,
} from '@marquee/contracts/media/v1/media_pb';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { UploadLinks } from '../upload-links/upload-links.tsx';
import { SlotCard } from './slot-card.tsx';
import { assetKinds } from './start-upload.ts';
import { isEnded, type SlotName, useUploads } from './upload-store.ts';

const SLOTS: SlotName[] = ['FILM_VIDEO', 'TRAILER_VIDEO', 'POSTER_IMAGE', 'TRAILER_IMAGE'];
/** Progress comes by signal; this covers lost signals. */
const REFRESH_MS = 4_000;

/** The four slots of a film: upload, check, transcode, replace [STU-05] [STU-06] [STU-11]. */
export function UploadScreen({ entry, uploads }: { entry: StudioFilm; uploads: Asset[] }) {
  const { revalidate } = useRevalidator();
  const local = useUploads().filter((item) => item.filmId === entry.film?.id);
  const moving =
    uploads.some(
      ({ state, transcode, protection, quality }) =>
        state === UploadState.CHECKING ||
        transcode?.status === TranscodeStatus.IN_PROGRESS ||
        protection?.status === ProtectionStatus.IN_PROGRESS ||
        quality?.status === QualityStatus.IN_PROGRESS,
    ) || local.some((item) => item.step === 'checking');
  const steps = local.map((item) => item.step).join();
  const inWork = local.filter((item) => !isEnded(item)).map(({ slot }) => slot);
  const suggested = SLOTS.find((slot) => entry.missingAssets.includes(assetKinds[slot]) && !inWork.includes(slot));

  useEffect(() => {
    if (!moving) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Counted from the end of the last look, so that a slow one is not broken off by the next.
    const wait = () => {
      timer = setTimeout(() => void revalidate().finally(() => timer && wait()), REFRESH_MS);
    };
    wait();
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [moving, revalidate]);
  // Shows a file at once that was just checked or attached.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps are what it waits for
  useEffect(() => void revalidate(), [steps]);

  return (
    <div className="grid gap-12">
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        {SLOTS.map((slot) => {
          const inSlot: FilmAsset[] = entry.assets.filter((asset) => asset.kind === assetKinds[slot]);
          const waiting = inSlot.find((asset) => asset.awaitingApproval);
          const current = inSlot.find((asset) => !asset.awaitingApproval);
          return (
            <SlotCard
              key={slot}
              slot={slot}
              film={entry}
              current={current}
              replacement={waiting}
              uploads={uploads.filter((asset) => asset.slot === slot)}
              local={local.find((item) => item.slot === slot)}
              isSuggested={slot === suggested}
            />
          );
        })}
      </div>
      <UploadLinks filmId={entry.film?.id ?? ''} />
    </div>
  );
}
