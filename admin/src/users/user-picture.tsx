import { useMutation } from '@connectrpc/connect-query';
import { Avatar, Button, FileButton, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { User } from '@marquee/contracts/identity/v1/account_pb';
import { UserBackOfficeService } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { useRef } from 'react';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';
import { squarePicture } from './square-picture.ts';
import { useUsersRefresh } from './use-users-refresh.ts';
import { nameOf } from './user-labels.ts';

const { setUserPicture, convertUserPicture } = UserBackOfficeService.method;
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif';

/** The picture of a user; staff upload another, or have the one that is there converted [ADU-07]. */
export function UserPicture({ user, mayEdit }: { user: User; mayEdit: boolean }) {
  const refresh = useUsersRefresh();
  const upload = useMutation(setUserPicture);
  const convert = useMutation(convertUserPicture);
  const again = useRef<() => void>(null);
  const name = nameOf(user);

  const run = async (failure: string, done: string, work: () => Promise<unknown>) => {
    try {
      await work();
      notifications.show({ message: done });
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', title: failure, message: refusalText(error) ?? '' });
    }
  };
  const choose = (file: File | null) => {
    if (!file) return;
    again.current?.();
    askReason({
      title: `New picture of ${name}?`,
      text: `The middle square of ${file.name} takes the place of the picture that everybody sees.`,
      confirm: 'Upload picture',
      onConfirm: (reason) =>
        run(BACK_OFFICE_MESSAGES.pictureFailed, `The picture of ${name} was changed.`, async () =>
          upload.mutateAsync({ accountId: user.id, data: await squarePicture(file), reason }),
        ),
    });
  };
  const askToConvert = () =>
    askReason({
      title: `Convert the picture of ${name}?`,
      text: 'It is read and made in all its sizes again.',
      confirm: 'Convert picture',
      onConfirm: (reason) =>
        run(BACK_OFFICE_MESSAGES.convertFailed, `The picture of ${name} was converted.`, () =>
          convert.mutateAsync({ accountId: user.id, reason }),
        ),
    });
  return (
    <Group justify="space-between">
      <Avatar src={user.profilePicture || null} alt={`Picture of ${name}`} size={64} />
      {mayEdit && (
        <Group gap="xs">
          <FileButton accept={ACCEPTED} resetRef={again} onChange={choose}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={upload.isPending}>
                Upload picture
              </Button>
            )}
          </FileButton>
          {user.profilePicture && (
            <Button size="xs" variant="default" loading={convert.isPending} onClick={askToConvert}>
              Convert picture
            </Button>
          )}
        </Group>
      )}
    </Group>
  );
}
