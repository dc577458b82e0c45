import { Anchor, Badge, Group, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ListTable } from '../shell/list-table.tsx';
import { RowCheckbox } from '../shell/row-checkbox.tsx';
import {
  ageText,
  croppedAt,
  dateText,
  type FilmStatus,
  filmStatus,
  imageSource,
  releaseTypeLabel,
} from './film-labels.ts';
import type { Order, SortName } from './film-list-order.ts';

type FilmTableProps = {
  films: StudioFilm[];
  selected: ReadonlyMap<string, unknown>;
  toggle: (film: Film) => void;
  /** The queue of films that wait for review says since when. */
  inQueue: boolean;
  order: Order;
  sortBy: (sort: SortName) => void;
};

/** On narrow screens who made it, where it stands and since when come under the title. */
export function FilmTable({ films, selected, toggle, inQueue, order, sortBy }: FilmTableProps) {
  const by = { order, sortBy };
  return (
    <ListTable aria-label="Films" selectable>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <VisuallyHidden>Select</VisuallyHidden>
          </Table.Th>
          <Table.Th w={44}>
            <VisuallyHidden>Poster</VisuallyHidden>
          </Table.Th>
          <SortedHeading {...by} sort="title" label="Title" />
          <SortedHeading {...by} sort="maker" label="Maker" from="md" />
          <SortedHeading {...by} sort="type" label="Release type" from="lg" />
          <Table.Th visibleFrom="md">Status</Table.Th>
          <SortedHeading {...by} sort="visibility" label="Visibility" from="md" />
          <SortedHeading {...by} sort="added" label="Added" from="md" />
          {inQueue && <SortedHeading {...by} sort="waiting" label="Waiting" />}
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
                inQueue={inQueue}
              />
            ),
        )}
      </Table.Tbody>
    </ListTable>
  );
}

type HeadingProps = {
  sort: SortName;
  label: string;
  from?: 'md' | 'lg';
  order: Order;
  sortBy: (sort: SortName) => void;
};

function SortedHeading({ sort, label, from, order, sortBy }: HeadingProps) {
  const isSorted = order.sort === sort;
  const [direction, Icon] = !isSorted
    ? (['none', IconArrowsSort] as const)
    : order.descending
      ? (['descending', IconArrowDown] as const)
      : (['ascending', IconArrowUp] as const);
  return (
    <Table.Th visibleFrom={from} aria-sort={direction}>
      <UnstyledButton className="sort" data-sorted={isSorted || undefined} onClick={() => sortBy(sort)}>
        {label}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

type FilmRowProps = {
  entry: StudioFilm;
  film: Film;
  selected: boolean;
  toggle: (film: Film) => void;
  inQueue: boolean;
};

function FilmRow({ entry, film, selected, toggle, inQueue }: FilmRowProps) {
  const visibility = film.published ? 'PUBLISHED' : 'NOT PUBLISHED';
  const added = dateText(film.createdAt);
  return (
    <Table.Tr>
      <Table.Td>
        <RowCheckbox aria-label={`Select ${film.filmTitle}`} checked={selected} onChange={() => toggle(film)} />
      </Table.Td>
      <Table.Td>
        {film.poster ? (
          <img
            className="poster"
            src={imageSource(film.poster, 64)}
            style={croppedAt(film.poster)}
            width={28}
            height={42}
            alt=""
            loading="lazy"
          />
        ) : (
          <span className="poster" style={{ width: 28 }} />
        )}
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} className="row-link" to={`/content/${film.id}${inQueue ? '?show=waiting' : ''}`}>
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
      {inQueue && (
        <Table.Td className="short" title={dateText(entry.waitingSince)}>
          {entry.waitingSince ? ageText(entry.waitingSince) : '–'}
        </Table.Td>
      )}
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
