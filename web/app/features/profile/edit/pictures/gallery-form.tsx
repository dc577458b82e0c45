import { GALLERY_PHOTOS_MAX, PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { useState } from 'react';
import { usePending } from '../../../../data/use-pending.ts';
import { _ } from '../../../../language/words.ts';
import { LinkButton } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.ts';
import type { EditFields, EditPhoto } from '../edit-fields.ts';
import { useUpdateProfile } from '../save-profile.ts';
import { ChoosePicture } from './choose-picture.tsx';
import { GalleryOrder } from './gallery-order.tsx';
import { PictureDialog, type SentPicture } from './picture-dialog.tsx';
import { SENT_SIDE_MAX } from './shrink-picture.ts';

const kept = (photos: readonly EditPhoto[]) => photos.map(({ path }, order) => ({ path, order }));

/** The gallery: up to six photos in an order that is changed by drag, by buttons or with the keyboard [PRO-11]. */
export function GalleryForm({ fields: { gallery } }: { fields: EditFields }) {
  const [shown, setShown] = useState(gallery);
  const [known, setKnown] = useState(gallery);
  const [file, setFile] = useState<File>();
  const [saving, during] = usePending();
  const update = useUpdateProfile();
  // What another tab or the server has changed.
  if (known !== gallery) {
    setKnown(gallery);
    setShown(gallery);
  }
  const isFull = shown.length >= GALLERY_PHOTOS_MAX;

  const change = async (photos: EditPhoto[], undo?: () => void) => {
    setShown(photos);
    return during(async () => {
      try {
        await update({ gallery: { photos: kept(photos) } });
        toast({ message: _(PROFILE_MESSAGES.saved), tone: 'good', ...(undo && { undo }) });
      } catch {
        setShown(gallery);
        toast({ message: _(PROFILE_MESSAGES.saveFailed), detail: _(PROFILE_MESSAGES.tryLater), tone: 'danger' });
      }
    });
  };
  const add = async ({ name, data }: SentPicture) => {
    await update({ gallery: { photos: [...kept(shown), { name, data, order: shown.length }] } });
    toast({ message: _(PROFILE_MESSAGES.saved), tone: 'good' });
  };
  return (
    <div className="grid gap-6">
      {shown.length === 0 ? (
        <p className="text-ink-muted">{_('You have no photos yet. Show yourself at work, on a set or on a stage.')}</p>
      ) : (
        <GalleryOrder
          photos={shown}
          saving={saving}
          onOrder={(photos) => void change(photos, () => void change(shown))}
          onRemove={(photo) => void change(shown.filter((one) => one !== photo))}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ChoosePicture onChoose={setFile} disabled={isFull || saving}>
          {_('Add a photo')}
        </ChoosePicture>
        <LinkButton to="/profile/edit" variant="quiet">
          {_('Done')}
        </LinkButton>
        {isFull ? <p className="text-ink-muted text-small">{_(PICTURE_MESSAGES.tooMany)}</p> : null}
        <p role="status" className="text-ink-muted text-small">
          {saving ? _(PROFILE_MESSAGES.saving) : null}
        </p>
      </div>
      {file ? (
        <PictureDialog
          title={_('Add a photo')}
          file={file}
          round={false}
          sideMax={SENT_SIDE_MAX.gallery}
          onClose={() => setFile(undefined)}
          onSend={add}
        />
      ) : null}
    </div>
  );
}
