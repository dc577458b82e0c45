import { useMutation, useQuery } from '@connectrpc/connect-query';
import { Button, Group, Modal, Skeleton, Stack, Switch, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import type { Award } from '@marquee/contracts/film/v1/film_pb';
import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { AWARD_MESSAGES, awardSchema } from '@marquee/rules/awards';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../api.ts';
import { confirmDelete } from '../dialogs/confirm.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import { useRefresh } from '../shell/use-refresh.ts';

/** The award records of a film, which its page shows [FLM-07]. */
export function FilmAwards({ filmId }: { filmId: string }) {
  const list = useQuery(CatalogueService.method.listAwards, { filmId });
  const remove = useMutation(FilmBackOfficeService.method.removeFilmAward);
  const refresh = useAwardsRefresh();
  const [edited, setEdited] = useState<Award | 'new'>();
  if (list.isPending) return <Skeleton h={120} aria-label="Loading awards" />;
  if (list.isError) return <LoadFailed title={AWARD_MESSAGES.loadFailed} again={() => list.refetch()} />;
  const { awards } = list.data;

  const removeAward = async (awardId: string) => {
    try {
      await remove.mutateAsync({ filmId, awardId });
      await refresh();
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to delete record', message: refusalText(error) ?? '' });
    }
  };
  return (
    <Stack maw={760}>
      {awards.length === 0 && <Text c="dimmed">No awards yet</Text>}
      {awards.length > 0 && (
        <Table verticalSpacing={6} aria-label="Awards">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Festival</Table.Th>
              <Table.Th>Category</Table.Th>
              <Table.Th w={80}>Year</Table.Th>
              <Table.Th w={110}>Result</Table.Th>
              <Table.Th w={150}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {awards.map((award) => (
              <Table.Tr key={award.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{award.festivalName}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{award.category || '–'}</Table.Td>
                <Table.Td>{award.year}</Table.Td>
                <Table.Td>{award.winner ? 'Winner' : 'Nominated'}</Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Button size="compact-xs" variant="subtle" onClick={() => setEdited(award)}>
                      Edit
                    </Button>
                    <Button
                      size="compact-xs"
                      color="red"
                      variant="subtle"
                      onClick={() => confirmDelete(`the award of ${award.festivalName}`, () => removeAward(award.id))}
                    >
                      Delete
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group>
        <Button size="xs" variant="default" onClick={() => setEdited('new')}>
          Add an award
        </Button>
      </Group>
      <Modal opened={edited !== undefined} onClose={() => setEdited(undefined)} title="Award">
        {edited && (
          <AwardForm
            filmId={filmId}
            award={edited === 'new' ? undefined : edited}
            close={() => setEdited(undefined)}
            refresh={refresh}
          />
        )}
      </Modal>
    </Stack>
  );
}

/** Awards and the history, which has their changes. */
const useAwardsRefresh = () => useRefresh(CatalogueService.method.listAwards, ModerationService.method.listFilmActions);

type FormProps = { filmId: string; award: Award | undefined; close: () => void; refresh: () => Promise<void> };

function AwardForm({ filmId, award, close, refresh }: FormProps) {
  const save = useMutation(FilmBackOfficeService.method.saveFilmAward);
  const [festivalName, setFestivalName] = useState(award?.festivalName ?? '');
  const [category, setCategory] = useState(award?.category ?? '');
  const [year, setYear] = useState(award ? String(award.year) : '');
  const [winner, setWinner] = useState(award?.winner ?? false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = awardSchema.safeParse({ festivalName, category, year: Number(year), winner });
    if (!data) {
      return setErrors(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])));
    }
    setErrors({});
    try {
      await save.mutateAsync({ filmId, awardId: award?.id ?? '', ...data });
      await refresh();
      close();
    } catch (thrown) {
      setErrors({ root: [AWARD_MESSAGES.saveFailed, refusalText(thrown)].filter(Boolean).join(': ') });
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Festival"
          required
          value={festivalName}
          error={errors.festivalName}
          onChange={(event) => setFestivalName(event.currentTarget.value)}
        />
        <TextInput
          label="Category"
          description="Empty for a selection."
          value={category}
          error={errors.category}
          onChange={(event) => setCategory(event.currentTarget.value)}
        />
        <TextInput
          label="Year"
          required
          inputMode="numeric"
          value={year}
          error={errors.year}
          onChange={(event) => setYear(event.currentTarget.value)}
        />
        <Switch label="Winner" checked={winner} onChange={(event) => setWinner(event.currentTarget.checked)} />
        {errors.root && (
          <Text size="sm" c="red" role="alert">
            {errors.root}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
