import { useMutation } from '@connectrpc/connect-query';
import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { IconUserEdit } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { ReasonInput } from '../dialogs/ask-reason.tsx';
import { EntityName, EntityPicker } from '../pickers/entity-picker.tsx';
import { useFilmCache } from './film-cache.ts';

/** Gives a film to another account [ADF-04]. */
export function ChangeOwner({ film, maker }: { film: Film; maker: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Change the owner" onClick={() => setOpen(true)}>
        <IconUserEdit aria-hidden size={14} />
      </ActionIcon>
      <Modal opened={open} onClose={() => setOpen(false)} title={`Give “${film.filmTitle}” to another account`}>
        <OwnerForm film={film} maker={maker} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function OwnerForm({ film, maker, close }: { film: Film; maker: string; close: () => void }) {
  const cache = useFilmCache(film.id);
  const change = useMutation(FilmBackOfficeService.method.changeFilmOwner);
  const [ownerId, setOwnerId] = useState('');
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (ownerId === '') return setFailure(SETTING_MESSAGES.selectUser);
    if (reason.trim().length < BACK_OFFICE_LIMITS.reasonCharactersMin) {
      return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    }
    setFailure(undefined);
    try {
      const about = { filmId: film.id, ownerId, expectedVersion: film.version };
      await cache.put((await change.mutateAsync({ ...about, reason: reason.trim() })).film);
      close();
      notifications.show({ message: `${film.filmTitle} has another owner now.` });
    } catch (error) {
      setFailure([BACK_OFFICE_MESSAGES.ownerFailed, refusalText(error)].filter(Boolean).join(': '));
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {`${maker || 'Its maker'} loses the film with its files, and what it earns from now on. Both are notified. The new owner should be an Entertainment Pro: only they reach the studio.`}
        </Text>
        {ownerId === '' ? (
          <EntityPicker type={ArrayItemType.USER} label="New owner" taken={[film.createdBy]} onPick={setOwnerId} />
        ) : (
          <Group justify="space-between">
            <EntityName type={ArrayItemType.USER} id={ownerId} />
            <Button size="xs" variant="default" onClick={() => setOwnerId('')}>
              Choose somebody else
            </Button>
          </Group>
        )}
        <ReasonInput value={reason} onChange={setReason} />
        {failure && (
          <Text size="sm" c="red" role="alert">
            {failure}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={change.isPending}>
            Change the owner
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
