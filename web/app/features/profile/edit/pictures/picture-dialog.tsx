import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { RotateCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePending } from '../../../../data/use-pending.ts';
import { _ } from '../../../../language/words.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { pictureFailure } from './picture-failure.ts';
import { type Crop, openPicture, shrinkPicture } from './shrink-picture.ts';

const Cropper = lazy(() => import('./picture-cropper.tsx'));
const QUARTER = 90;
const WHOLE = 360;

export type SentPicture = { name: string; data: Uint8Array<ArrayBuffer> };

type Props = {
  title: string;
  file: File;
  round: boolean;
  /** Width by height of the frame; 4:3 by default, and a square where it is round. */
  aspect?: number;
  sideMax: number;
  /** What a picture that could not be sent is called. */
  failed?: string;
  onClose: () => void;
  /** Sends the picture; what it throws is shown, and the picture can be sent again. */
  onSend: (picture: SentPicture) => Promise<void>;
};

/** Crops, turns and shrinks a chosen picture before it is sent [PRO-10]. */
export function PictureDialog({ title, file, round, aspect, failed, sideMax, onClose, onSend }: Props) {
  const { picture, failure } = usePicture(file);
  const url = useObjectUrl(file);
  const [degrees, setDegrees] = useState(0);
  const [crop, setCrop] = useState<Crop>();
  const [sending, during] = usePending();
  const [problem, setProblem] = useState<ReturnType<typeof pictureFailure>>();
  const shown = problem ?? failure;
  const send = async () => {
    if (!picture || !crop) return;
    return during(async () => {
      setProblem(undefined);
      try {
        await onSend({ name: file.name, data: await shrinkPicture(picture, crop, { degrees, sideMax }) });
        onClose();
      } catch (error) {
        setProblem(failed ? { title: failed, detail: pictureFailure(error).title } : pictureFailure(error));
      }
    });
  };
  return (
    <Dialog
      title={title}
      open
      onOpenChange={(open) => !open && !sending && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={sending}>
            {_('Cancel')}
          </Button>
          <Button variant="primary" pending={sending} disabled={!crop} onClick={send}>
            {_('Save')}
          </Button>
        </>
      }
    >
      {failure ? null : (
        <>
          <Suspense fallback={<Skeleton className="h-[min(60dvh,22rem)]" />}>
            {url && picture ? (
              <Cropper url={url} round={round} aspect={aspect} degrees={degrees} onCrop={setCrop} />
            ) : null}
          </Suspense>
          <Button
            size="small"
            className="justify-self-start"
            icon={<RotateCw aria-hidden className="size-4" />}
            onClick={() => setDegrees((degrees + QUARTER) % WHOLE)}
          >
            {_('Rotate')}
          </Button>
        </>
      )}
      {shown ? (
        <Banner tone="danger" urgent>
          <strong className="block font-medium">{shown.title}</strong>
          {shown.detail}
        </Banner>
      ) : null}
      <p role="status" className="text-ink-muted text-small">
        {sending ? _(PICTURE_MESSAGES.uploading) : null}
      </p>
    </Dialog>
  );
}

function usePicture(file: File) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [failure, setFailure] = useState<ReturnType<typeof pictureFailure>>();
  useEffect(() => {
    let isCurrent = true;
    let opened: ImageBitmap | undefined;
    openPicture(file).then(
      (bitmap) => {
        opened = bitmap;
        if (isCurrent) setPicture(bitmap);
        else bitmap.close();
      },
      (error: unknown) => isCurrent && setFailure(pictureFailure(error)),
    );
    return () => {
      isCurrent = false;
      opened?.close();
    };
  }, [file]);
  return { picture, failure };
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
