import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { lazy, Suspense, useState } from 'react';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { ListSearch, useListParams } from '../shell/list-search.tsx';
import { LoadFailed } from '../shell/load-failed.tsx';
import type { Selected } from './bulk-approve.tsx';
import { orderIn, orderParams, pressed, SORTS, type SortName } from './film-list-order.ts';
import { FilmTable } from './film-table.tsx';

const PAGE_SIZE = 50;
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

// Loaded with the first film that is selected, and kept for its undo.
const BulkApprove = lazy(async () => ({ default: (await import('./bulk-approve.tsx')).BulkApprove }));

/** /superadmin/content: every film, with what waits for staff first at hand [ADF-01]. */
export function FilmsPage() {
  const [params, changeParams] = useListParams();
  const query = params.get('q') ?? '';
  const waiting = params.get('show') === 'waiting';
  const [selected, setSelected] = useState<Selected>(new Map());
  const [hasSelected, setHasSelected] = useState(false);
  if (selected.size > 0 && !hasSelected) setHasSelected(true);

  const order = orderIn(params, waiting);

  const change = (changes: Record<string, string>) => {
    setSelected(new Map());
    changeParams(changes);
  };
  // Each list has its own order: the queue is read from the oldest.
  const showList = (value: string) => change({ show: value === 'waiting' ? value : '', sort: '', dir: '' });
  const sortBy = (sort: SortName) => change(orderParams(pressed(order, sort), waiting));

  const films = useInfiniteQuery(
    FilmBackOfficeService.method.listAllFilms,
    {
      ...{ pageSize: PAGE_SIZE, query, awaitingApproval: waiting, cursor: '' },
      ...{ sort: SORTS[order.sort], descending: order.descending },
    },
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
            onChange={showList}
            data={[
              { value: 'all', label: 'All' },
              { value: 'waiting', label: 'Awaiting approval' },
            ]}
          />
          <ListSearch label="Search films" query={query} onSearch={(q) => change({ q })} />
        </Group>
      </Group>
      {films.isError && (
        <LoadFailed
          title="Failed to load films"
          again={() => (films.isFetchNextPageError ? films.fetchNextPage() : films.refetch())}
        />
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
          toggle={(film) => setSelected((before) => toggled(before, film))}
          inQueue={waiting}
          order={order}
          sortBy={sortBy}
        />
      )}
      <ListEnd list={films}>{rows.length > 0 && (rows.length === 1 ? 'One film' : `All ${rows.length} films`)}</ListEnd>
      {hasSelected && (
        <Suspense fallback={null}>
          <BulkApprove selected={selected} select={setSelected} />
        </Suspense>
      )}
    </Stack>
  );
}

/** Kept with the version that was shown: a film that changes before it is approved is refused. */
function toggled(selected: Selected, { id, version }: Film): Selected {
  const next = new Map(selected);
  if (!next.delete(id)) next.set(id, version);
  return next;
}
