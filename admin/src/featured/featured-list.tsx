import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Anchor, Badge, Group, Text } from '@mantine/core';
import { type FeaturedFilm, FeaturedState } from '@marquee/contracts/film/v1/back_office_pb';
import type { FilmCard } from '@marquee/contracts/film/v1/film_pb';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { croppedAt, imageSource } from '../films/film-labels.ts';
import { EditDates } from './edit-dates.tsx';
import { datesText } from './featured-dates.ts';
import type { Dates } from './use-featured.tsx';

const STATES: Record<FeaturedState, { label: string; tone: 'good' | 'action' | 'warn' | 'neutral' }> = {
  [FeaturedState.UNSPECIFIED]: { label: '–', tone: 'neutral' },
  [FeaturedState.SHOWN]: { label: 'On the home page', tone: 'good' },
  [FeaturedState.NEXT]: { label: 'Next', tone: 'neutral' },
  [FeaturedState.SCHEDULED]: { label: 'Scheduled', tone: 'action' },
  [FeaturedState.ENDED]: { label: 'Ended', tone: 'neutral' },
  [FeaturedState.HIDDEN]: { label: 'Not in the feed', tone: 'warn' },
};

const INSTRUCTIONS =
  'Press space to pick up the film, the arrow keys to move it, space again to put it down, or escape to leave it where it was.';

type Props = {
  films: FeaturedFilm[];
  /** A change is being saved: until then nothing else is moved. */
  saving: boolean;
  onMove: (filmId: string, place: number) => Promise<void>;
  onRemove: (filmId: string) => Promise<void>;
  onDates: (filmId: string, dates: Dates) => Promise<void>;
};

/** The films in their order, which staff change by dragging, with the keyboard, or with the buttons of a row. */
export function FeaturedList({ films, saving, onMove, onRemove, onDates }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = films.map(({ film }) => film?.id ?? '');
  const moved = ({ active, over }: DragEndEvent) => {
    if (over) void onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      id="featured"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={moved}
      accessibility={{
        announcements: announcementsOf(films),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={films.length < 2 || saving}>
        <ol className="featured" aria-label="Featured films">
          {films.map(
            (entry, place) =>
              entry.film && (
                <FeaturedRow
                  key={entry.film.id}
                  {...{ entry, place, saving, onMove, onRemove, onDates }}
                  film={entry.film}
                  isLast={place === films.length - 1}
                />
              ),
          )}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type RowProps = Omit<Props, 'films'> & { entry: FeaturedFilm; film: FilmCard; place: number; isLast: boolean };

function FeaturedRow({ entry, film, place, isLast, saving, onMove, onRemove, onDates }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: film.id,
  });
  const { label, tone } = STATES[entry.state];
  const still = film.trailerThumbnail ?? film.poster;
  return (
    <li
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <ActionIcon
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        className="handle"
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`Move ${film.filmTitle}`}
      >
        <IconGripVertical size={18} />
      </ActionIcon>
      {still ? (
        <img
          className="still"
          src={imageSource(still, 160)}
          style={croppedAt(still)}
          width={80}
          height={45}
          alt=""
          loading="lazy"
        />
      ) : (
        <span className="still" style={{ width: 80 }} />
      )}
      <div className="about">
        <Anchor component={Link} className="row-link" to={`/content/${film.id}`}>
          {film.filmTitle}
        </Anchor>
        <Group gap={8} mt={2}>
          <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
            {label}
          </Badge>
          <Text size="xs" c="dimmed">
            {datesText(entry)}
          </Text>
        </Group>
      </div>
      <Group gap={0} wrap="nowrap" className="acts">
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={`Move ${film.filmTitle} up`}
          disabled={saving || place === 0}
          onClick={() => onMove(film.id, place - 1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={`Move ${film.filmTitle} down`}
          disabled={saving || isLast}
          onClick={() => onMove(film.id, place + 1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <EditDates title={film.filmTitle} dates={entry} save={(dates) => onDates(film.id, dates)} />
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={`Remove ${film.filmTitle}`}
          disabled={saving}
          onClick={() => onRemove(film.id)}
        >
          <IconX size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}

/** What a screen reader says while a film is moved. */
function announcementsOf(films: readonly FeaturedFilm[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => films.find(({ film }) => film?.id === id)?.film?.filmTitle ?? '';
  const place = (id: UniqueIdentifier) =>
    `place ${films.findIndex(({ film }) => film?.id === id) + 1} of ${films.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)}, ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down, ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays, ${place(active.id)}.`,
  };
}
