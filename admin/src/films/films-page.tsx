import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film } from '@marquee/contracts/film/v1/film_pb';
import { lazy, Suspense, useState } from 'react';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListEnd } from '../shell/list-end.tsx';
import { ListSearch, useListParams } from '../shell/list-search.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { paged } from '../shell/paged.ts';
import type { Selected } from './bulk-approve.tsx';
import { orderIn, orderParams, pressed, SORTS, type SortName } from './film-list-order.ts';
import { FilmTable } from './film-table.tsx';

const PAGE_SIZE = 50;

// Loaded with the first film that is selected, and kept for its undo.
const BulkApprove = lazy(async () => ({ default: (await import('./bulk-approve.tsx')).BulkApprove }));
// Without it and its contract the first screen loads less.
const PlacesNotice = lazy(async () => ({ default: (await import('./places-notice.tsx')).PlacesNotice }));

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
    paged,
  );
  if (isForbidden(films.error)) return <Forbidden error={films.error} />;
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
      <Suspense>
        <PlacesNotice />
      </Suspense>
      <ListStates
        list={films}
        count={rows.length}
        failed="Failed to load films"
        empty={query ? 'No film matches your search' : waiting ? 'No film waits for approval' : 'No films yet'}
      />
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
      <ListEnd list={films} failed="Failed to load films">
        {rows.length > 0 && (rows.length === 1 ? 'One film' : `All ${rows.length} films`)}
      </ListEnd>
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
