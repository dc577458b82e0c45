import { useInfiniteQuery, useMutation } from '@connectrpc/connect-query';
import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type Grant, GrantKind, GrantService } from '@marquee/contracts/film/v1/grants_pb';
import { ArrayItemType } from '@marquee/contracts/marketing/v1/settings_pb';
import { Permission } from '@marquee/contracts/permissions';
import { refusalOf } from '@marquee/contracts/refusals';
import { BACK_OFFICE_LIMITS, BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { WINDOW_HOURS_MAX } from '@marquee/rules/windows';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { askReason, ReasonInput } from '../dialogs/ask-reason.tsx';
import { EntityName, EntityPicker } from '../pickers/entity-picker.tsx';
import { pagedByKey } from '../shell/paged.ts';
import { useRefresh } from '../shell/use-refresh.ts';
import { useStaff } from './permissions.ts';
import { FilmLink, Records } from './user-details.tsx';
import { timeText } from './user-labels.ts';

const { listUserGrants, grantAccess, takeBackGrant } = GrantService.method;
const HOURS = 48;

/** The time that staff gave somebody to watch films, the way to give more and to take it back [WAT-15]. */
export function UserGrants({ accountId }: { accountId: string }) {
  const { may } = useStaff();
  const reload = useGrantsReload();
  const [opened, { open, close }] = useDisclosure(false);
  const list = useInfiniteQuery(listUserGrants, { accountId, pageSize: 0, cursor: '' }, pagedByKey);
  const rows = list.data?.pages.flatMap(({ grants }) => grants) ?? [];
  return (
    <Stack gap="xs">
      <Records
        title="Time to watch given by staff"
        failure="Failed to load what was given"
        empty="Nothing was given"
        list={list}
        head={['Film', 'Given', 'When', 'Until', 'Reason', 'Take back']}
        rows={rows.map((grant) => ({
          key: grant.id,
          cells: [
            <FilmLink key="film" id={grant.filmId} title={grant.filmTitle} />,
            kindText(grant),
            timeText(grant.createdAt),
            untilText(grant),
            grant.reason,
            may(Permission.EDIT_USERS) && grant.endsAt ? (
              <TakeBack key="take-back" grant={grant} reload={reload} />
            ) : (
              ''
            ),
          ],
        }))}
      />
      {may(Permission.EDIT_USERS) && (
        <Group>
          <Button size="xs" variant="default" onClick={open}>
            Give time to watch
          </Button>
        </Group>
      )}
      <Modal opened={opened} onClose={close} title="Give time to watch">
        <GrantForm accountId={accountId} reload={reload} close={close} />
      </Modal>
    </Stack>
  );
}

const useGrantsReload = () => useRefresh(listUserGrants);

function kindText({ kind, hours }: Grant): string {
  const time = hours === 1 ? '1 hour' : `${hours} hours`;
  return kind === GrantKind.REPLAY ? `A replay of ${time}` : `${time} more`;
}

function untilText({ kind, endsAt, started, takenBackAt }: Grant): string {
  if (takenBackAt) return `Taken back ${timeText(takenBackAt)}`;
  const waits = kind === GrantKind.REPLAY && !started;
  return waits ? `To start by ${timeText(endsAt)}` : timeText(endsAt);
}

function TakeBack({ grant, reload }: { grant: Grant; reload: () => Promise<unknown> }) {
  const take = useMutation(takeBackGrant);
  const confirm = async (reason: string) => {
    try {
      await take.mutateAsync({ grantId: grant.id, reason });
      notifications.show({ message: 'The time was taken back.' });
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to take it back', message: refusalText(error) ?? '' });
    }
    await reload();
  };
  const question = {
    title: `Take back ${kindText(grant)} of ${grant.filmTitle}?`,
    text: 'What plays by it stops. What the user unlocked themselves stays.',
    confirm: 'Take back',
    onConfirm: confirm,
  };
  return (
    <Button size="compact-xs" color="red" variant="light" loading={take.isPending} onClick={() => askReason(question)}>
      Take back
    </Button>
  );
}

type FormProps = { accountId: string; reload: () => Promise<unknown>; close: () => void };

function GrantForm({ accountId, reload, close }: FormProps) {
  const grant = useMutation(grantAccess);
  const [filmId, setFilmId] = useState('');
  const [kind, setKind] = useState<'EXTRA_TIME' | 'REPLAY'>('EXTRA_TIME');
  const [hours, setHours] = useState<number | string>(HOURS);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    if (!filmId) return setFailure('Please pick a film.');
    if (given.length < BACK_OFFICE_LIMITS.reasonCharactersMin) return setFailure(BACK_OFFICE_MESSAGES.reasonLength);
    setFailure(undefined);
    try {
      await grant.mutateAsync({ accountId, filmId, kind: GrantKind[kind], hours: Number(hours), reason: given });
      await reload();
      close();
    } catch (error) {
      const { fields, message } = refusalOf(error);
      setFailure(fields[0]?.message || message || 'Failed to give it. Please try again later.');
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {filmId ? (
          <Group justify="space-between">
            <EntityName type={ArrayItemType.FILM} id={filmId} />
            <Button size="compact-xs" variant="subtle" onClick={() => setFilmId('')}>
              Another film
            </Button>
          </Group>
        ) : (
          <EntityPicker type={ArrayItemType.FILM} label="Film" taken={[]} onPick={setFilmId} />
        )}
        <Radio.Group label="What" value={kind} onChange={(value) => setKind(value as typeof kind)}>
          <Stack gap={6} mt={4}>
            <Radio value="EXTRA_TIME" label="Extra time, after what they have or from now" />
            <Radio value="REPLAY" label="A replay, to be started within 30 days" />
          </Stack>
        </Radio.Group>
        <NumberInput
          label="Hours"
          min={1}
          max={WINDOW_HOURS_MAX}
          allowDecimal={false}
          value={hours}
          onChange={setHours}
        />
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
          <Button type="submit" loading={grant.isPending}>
            Give
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
