import { useMutation } from '@connectrpc/connect-query';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { useState } from 'react';
import { refusalText } from '../api.ts';
import { useRefresh } from '../shell/use-refresh.ts';

/** A selected film, as it was shown: by its version. */
export type Selected = ReadonlyMap<string, bigint>;

type BulkProps = { selected: Selected; select: (films: Selected) => void };

/** Floats over the list, so that no row moves when films are selected. */
export function BulkApprove({ selected, select }: BulkProps) {
  const { approveAll, pending } = useBulkApproval(select);
  if (selected.size === 0) return null;
  return (
    <section className="selection-bar" aria-label="Selected films">
      <Group gap="sm">
        <Text size="sm">{selected.size} selected</Text>
        <Button size="sm" loading={pending} onClick={() => approveAll(selected)}>
          Approve
        </Button>
        <Button size="sm" variant="default" disabled={pending} onClick={() => select(new Map())}>
          Clear
        </Button>
      </Group>
    </section>
  );
}

/** Approves films one after the other; what fails stays selected and says so. What was approved can be taken back. */
function useBulkApproval(select: (films: Selected) => void) {
  const refresh = useRefresh(FilmBackOfficeService, ModerationService);
  const set = useMutation(FilmBackOfficeService.method.setFilmFlags);
  const [pending, setPending] = useState(false);

  const setAll = async (films: Selected, isApproved: boolean) => {
    const done = new Map<string, bigint>();
    const failures = new Map<string, unknown>();
    for (const [filmId, expectedVersion] of films) {
      try {
        const { film } = await set.mutateAsync({ filmId, isApproved, expectedVersion });
        done.set(filmId, film?.film?.version ?? 0n);
      } catch (error) {
        failures.set(filmId, error);
      }
    }
    for (const message of new Set([...failures.values()].map((error) => refusalText(error) ?? ''))) {
      notifications.show({ color: 'red', title: 'Failed to toggle approval', message });
    }
    await refresh();
    return { done, failed: new Map([...films].filter(([filmId]) => failures.has(filmId))) };
  };
  const approveAll = async (films: Selected) => {
    setPending(true);
    const { done, failed } = await setAll(films, true);
    setPending(false);
    select(failed);
    if (done.size === 0) return;
    const id = notifications.show({
      autoClose: 15_000,
      message: (
        <Group justify="space-between">
          <Text size="sm">{done.size === 1 ? 'One film was approved.' : `${done.size} films were approved.`}</Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              void setAll(done, false);
            }}
          >
            Undo
          </Button>
        </Group>
      ),
    });
  };
  return { approveAll, pending };
}
