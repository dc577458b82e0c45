import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useMutation, useQuery } from '@connectrpc/connect-query';
import {
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { type WorkerKey, WorkerKeyService } from '@marquee/contracts/media/v1/worker_key_pb';
import { workerKeyFields } from '@marquee/rules/back-office-workers';
import { formatAddedDate, formatMoment } from '@marquee/rules/format';
import { type FormEvent, useState } from 'react';
import { isForbidden, refusalText } from '../api.ts';
import { once } from '../dialogs/once.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { useRefresh } from '../shell/use-refresh.ts';

const { createWorkerKey, listWorkerKeys, revokeWorkerKey } = WorkerKeyService.method;

/** Keys of machines that convert videos for the site [STU-14:keys]. */
export function WorkersPage() {
  const answer = useQuery(listWorkerKeys, {});
  if (isForbidden(answer.error)) return <Forbidden error={answer.error} />;
  if (answer.isError) return <LoadFailed title="Failed to load workers" again={() => answer.refetch()} />;
  const keys = answer.data?.keys;
  return (
    <Stack gap="md">
      <title>Workers · Back office · Marquee</title>
      <Title order={1} size="h3">
        Workers
      </Title>
      <Text size="sm">
        Machines elsewhere can convert videos for this site. Each needs a key, ffmpeg and the command npm run worker.
      </Text>
      <NewKey />
      {!keys && <Skeleton h={200} aria-label="Loading workers" />}
      {keys?.length === 0 && <Text c="dimmed">No worker has a key yet.</Text>}
      {keys && keys.length > 0 && <KeyTable keys={keys} />}
    </Stack>
  );
}

const useKeysRefresh = () => useRefresh(listWorkerKeys);

function NewKey() {
  const refresh = useKeysRefresh();
  const create = useMutation(createWorkerKey);
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = workerKeyFields.safeParse({ name });
    setWrong(given.error?.issues[0]?.message);
    if (!given.success) return;
    try {
      const { secret } = await create.mutateAsync(given.data);
      setMade({ name: given.data.name, secret });
      setName('');
    } catch (error) {
      setWrong(refusalText(error) ?? 'The key could not be made. Please try again.');
    }
    await refresh();
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name of the worker"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wrong}
          />
          <Button type="submit" loading={create.isPending}>
            Make a key
          </Button>
        </Group>
      </form>
      {made && (
        <Alert
          title={`Key of ${made.name}`}
          role="status"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setMade(undefined)}
        >
          <Text size="sm">Set it as WORKER_KEY of the worker. It is shown only now.</Text>
          <Group gap="xs" mt="xs">
            <Code style={{ wordBreak: 'break-all' }}>{made.secret}</Code>
            <CopyButton value={made.secret}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      )}
    </Stack>
  );
}

function KeyTable({ keys }: { keys: WorkerKey[] }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Worker</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th>Last call</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} worker={key} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function KeyRow({ worker: { id, name, createdAt, revokedAt, seenAt, seenVersion } }: { worker: WorkerKey }) {
  const refresh = useKeysRefresh();
  const revoke = useMutation(revokeWorkerKey);
  const run = async () => {
    try {
      await revoke.mutateAsync({ keyId: id });
    } catch (error) {
      notifications.show({ color: 'red', title: 'The key could not be revoked', message: refusalText(error) ?? '' });
    }
    await refresh();
  };
  const ask = () =>
    modals.openConfirmModal({
      title: `Revoke the key of ${name}`,
      children: 'Its next call is refused, and what it converts now is done by another worker.',
      labels: { confirm: 'Revoke', cancel: 'Keep' },
      confirmProps: { color: 'red' },
      onConfirm: once(() => void run()),
    });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
      <Table.Td>{createdAt ? formatAddedDate(timestampDate(createdAt)) : ''}</Table.Td>
      <Table.Td>{seenAt ? `${formatMoment(timestampDate(seenAt))}, version ${seenVersion}` : 'Never'}</Table.Td>
      <Table.Td>
        {revokedAt ? (
          <Badge variant="outline" color="gray">
            Revoked
          </Badge>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            loading={revoke.isPending}
            aria-label={`Revoke the key of ${name}`}
            onClick={ask}
          >
            Revoke
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
