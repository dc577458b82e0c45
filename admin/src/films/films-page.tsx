import { createConnectQueryKey, useInfiniteQuery, useMutation, useTransport } from '@connectrpc/connect-query';
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isForbidden, refusalText } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { dateText, type FilmStatus, filmStatus, imageSource, releaseTypeLabel } from './film-labels.ts';

const PAGE_SIZE = 50;
const SEARCH_PAUSE_MS = 300;
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** /superadmin/content: every film, with what waits for staff first at hand [ADF-01]. */
export function FilmsPage() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const waiting = params.get('show') === 'waiting';
  const search = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useHotkeys([['/', () => search.current?.focus()]]);

  const setParam = (name: string, value: string) => {
    setSelected(new Set());
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  const setQuery = useDebouncedCallback((value: string) => setParam('q', value.trim()), SEARCH_PAUSE_MS);

  const films = useInfiniteQuery(
    FilmBackOfficeService.method.listAllFilms,
    { pageSize: PAGE_SIZE, query, awaitingApproval: waiting, cursor: '' },
    { pageParamKey: 'cursor', getNextPageParam: (page) => page.nextCursor || undefined },
  );
  if (films.error && isForbidden(films.error)) return <Forbidden error={films.error} />;
  const rows = films.data?.pages.flatMap((page) => page.films) ?? [];

  return (
    <Stack gap="sm">
      <title>Films · Back office · Marquee</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Films
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            value={waiting ? 'waiting' : 'all'}
            onChange={(value) => setParam('show', value === 'waiting' ? value : '')}
            data={[
              { value: 'all', label: 'All' },
              { value: 'waiting', label: 'Awaiting approval' },
            ]}
          />
          <TextInput
            ref={search}
            size="xs"
            w={{ base: '100%', xs: 240 }}
            aria-label="Search films"
            placeholder="Search films ( / )"
            defaultValue={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </Group>
      </Group>
      <BulkApprove selected={selected} select={setSelected} />
      {films.isError && (
        <Alert color="red" title="Failed to load films" role="alert">
          <Button
            size="xs"
            variant="default"
            onClick={() => (films.isFetchNextPageError ? films.fetchNextPage() : films.refetch())}
          >
            Try again
          </Button>
        </Alert>
      )}
      {films.isPending && SKELETON_ROWS.map((row) => <Skeleton key={row} h={44} />)}
      {films.isSuccess && rows.length === 0 && (
        <Text c="dimmed" ta="center" py="xl">
          {query ? 'No film matches your search' : waiting ? 'No film waits for approval' : 'No films yet'}
        </Text>
      )}
      {rows.length > 0 && (
        <FilmTable
          films={rows}
          selected={selected}
          toggle={(id) => setSelected((before) => (before.has(id) ? without(before, id) : new Set([...before, id])))}
        />
      )}
      {films.hasNextPage ? (
        <Button variant="default" loading={films.isFetchingNextPage} onClick={() => films.fetchNextPage()}>
          Load more
        </Button>
      ) : (
        rows.length > 0 && (
          <Text size="sm" c="dimmed" ta="center">
            {rows.length === 1 ? 'One film' : `All ${rows.length} films`}
          </Text>
        )
      )}
    </Stack>
  );
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id));

type FilmTableProps = { films: StudioFilm[]; selected: ReadonlySet<string>; toggle: (id: string) => void };

/** On narrow screens who made it, where it stands and since when come under the title. */
function FilmTable({ films, selected, toggle }: FilmTableProps) {
  return (
    <Table highlightOnHover verticalSpacing={6} aria-label="Films">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <VisuallyHidden>Select</VisuallyHidden>
          </Table.Th>
          <Table.Th w={44}>
            <VisuallyHidden>Poster</VisuallyHidden>
          </Table.Th>
          <Table.Th>Title</Table.Th>
          <Table.Th visibleFrom="md">Maker</Table.Th>
          <Table.Th visibleFrom="lg">Release type</Table.Th>
          <Table.Th visibleFrom="md">Status</Table.Th>
          <Table.Th visibleFrom="md">Visibility</Table.Th>
          <Table.Th visibleFrom="md">Added</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {films.map(
          (entry) =>
            entry.film && (
              <FilmRow
                key={entry.film.id}
                entry={entry}
                film={entry.film}
                selected={selected.has(entry.film.id)}
                toggle={toggle}
              />
            ),
        )}
      </Table.Tbody>
    </Table>
  );
}

type FilmRowProps = { entry: StudioFilm; film: Film; selected: boolean; toggle: (id: string) => void };

function FilmRow({ entry, film, selected, toggle }: FilmRowProps) {
  const visibility = film.published ? 'PUBLISHED' : 'NOT PUBLISHED';
  const added = dateText(film.createdAt);
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Select ${film.filmTitle}`}
          checked={selected}
          onChange={() => toggle(film.id)}
        />
      </Table.Td>
      <Table.Td>
        {film.poster ? (
          <img className="poster" src={imageSource(film.poster, 64)} width={28} height={42} alt="" loading="lazy" />
        ) : (
          <span className="poster" style={{ width: 28 }} />
        )}
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} className="row-link" to={`/content/${film.id}`}>
          {film.filmTitle}
        </Anchor>
        <Group hiddenFrom="md" gap={8} mt={4}>
          <StatusBadge {...filmStatus(entry)} />
          <Text size="xs" c="dimmed">
            {[visibility, entry.creatorName, added].filter(Boolean).join(' · ')}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md">{entry.creatorName || '–'}</Table.Td>
      <Table.Td visibleFrom="lg" className="short">
        {releaseTypeLabel[film.releaseType]}
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        <StatusBadge {...filmStatus(entry)} />
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {visibility}
      </Table.Td>
      <Table.Td visibleFrom="md" className="short">
        {added}
      </Table.Td>
    </Table.Tr>
  );
}

function StatusBadge({ label, tone }: FilmStatus) {
  return (
    <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
      {label}
    </Badge>
  );
}

type BulkProps = { selected: ReadonlySet<string>; select: (ids: ReadonlySet<string>) => void };

/** Approves the selected films one after the other; what fails stays selected and says so. */
function BulkApprove({ selected, select }: BulkProps) {
  const queries = useQueryClient();
  const transport = useTransport();
  const approve = useMutation(FilmBackOfficeService.method.setFilmFlags);
  const [pending, setPending] = useState(false);
  if (selected.size === 0) return null;
  const approveAll = async () => {
    setPending(true);
    const failures = new Map<string, unknown>();
    for (const filmId of selected) {
      try {
        await approve.mutateAsync({ filmId, isApproved: true });
      } catch (error) {
        failures.set(filmId, error);
      }
    }
    setPending(false);
    select(new Set(failures.keys()));
    for (const message of new Set([...failures.values()].map((error) => refusalText(error) ?? ''))) {
      notifications.show({ color: 'red', title: 'Failed to toggle approval', message });
    }
    const queryKey = createConnectQueryKey({ schema: FilmBackOfficeService, transport, cardinality: undefined });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Group gap="sm">
      <Text size="sm">{selected.size} selected</Text>
      <Button size="xs" loading={pending} onClick={approveAll}>
        Approve
      </Button>
      <Button size="xs" variant="default" disabled={pending} onClick={() => select(new Set())}>
        Clear
      </Button>
    </Group>
  );
}
