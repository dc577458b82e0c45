import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { useState } from 'react';
import { _ } from '../../../../language/words.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.ts';
import type { EditFields } from '../edit-fields.ts';
import { useUpdateProfile } from '../save-profile.ts';
import { ChoosePicture } from './choose-picture.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { pictureFailure } from './picture-failure.ts';
import { SENT_SIDE_MAX } from './shrink-picture.ts';

/** The profile picture: chosen, cropped and sent, or removed [PRO-10]. */
export function PictureForm({ fields: { picture, firstName, lastName } }: { fields: EditFields }) {
  const [file, setFile] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const update = useUpdateProfile();
  const remove = async () => {
    setRemoving(true);
    try {
      await update({ profilePicture: { delete: true } });
      toast({ message: _(PICTURE_MESSAGES.saved), tone: 'good' });
    } catch (error) {
      const { title } = pictureFailure(error);
      const isKnown = title !== _(PICTURE_MESSAGES.uploadFailed.title);
      toast({ message: isKnown ? title : _(PICTURE_MESSAGES.removeFailed), tone: 'danger' });
    } finally {
      setRemoving(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-6">
      <Avatar name={`${firstName} ${lastName}`} picture={picture} size="huge" />
      <div className="flex flex-wrap gap-3">
        <ChoosePicture onChoose={setFile}>{picture ? _('Change picture') : _('Choose a picture')}</ChoosePicture>
        {picture ? (
          <Button pending={removing} onClick={remove}>
            {_('Remove picture')}
          </Button>
        ) : null}
        <LinkButton to="/profile/edit" variant="quiet">
          {_('Done')}
        </LinkButton>
      </div>
      {file ? (
        <PictureDialog
          title={_('Profile picture')}
          file={file}
          round
          sideMax={SENT_SIDE_MAX.avatar}
          onClose={() => setFile(undefined)}
          onSend={async (profilePicture) => {
            await update({ profilePicture });
            toast({ message: _(PICTURE_MESSAGES.saved), tone: 'good' });
          }}
        />
      ) : null}
    </div>
  );
}
