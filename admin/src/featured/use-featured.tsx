import { create } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { createConnectQueryKey, useMutation, useQuery, useTransport } from '@connectrpc/connect-query';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type FeaturedFilm,
  FilmBackOfficeService,
  ListFeaturedFilmsResponseSchema,
} from '@marquee/contracts/film/v1/back_office_pb';
import { useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../api.ts';

export type Dates = { startsAt?: Timestamp; endsAt?: Timestamp };

const { listFeaturedFilms, featureFilm, moveFeaturedFilm, unfeatureFilm } = FilmBackOfficeService.method;
export const FAILED = 'Failed to save. Please try again later.';

/** The featured films and what staff do with them. Each answer brings the whole list, which then is shown. */
export function useFeatured() {
  const queries = useQueryClient();
  const transport = useTransport();
  const key = createConnectQueryKey({ schema: listFeaturedFilms, transport, input: {}, cardinality: 'finite' });
  const list = useQuery(listFeaturedFilms, {});
  const feature = useMutation(featureFilm);
  const move = useMutation(moveFeaturedFilm);
  const unfeature = useMutation(unfeatureFilm);
  const films = list.data?.films ?? [];
  const show = (next: FeaturedFilm[]) =>
    queries.setQueryData(key, create(ListFeaturedFilmsResponseSchema, { films: next }));

  /** Shows the answer; a failure is reported, and the list is shown as the server has it. Returns whether it was saved. */
  const saving = async (call: () => Promise<{ films: FeaturedFilm[] }>, failure: string): Promise<boolean> => {
    try {
      show((await call()).films);
      return true;
    } catch (error) {
      notifications.show({ color: 'red', title: failure, message: refusalText(error) ?? FAILED });
      await queries.invalidateQueries({ queryKey: key });
      return false;
    }
  };
  const titleOf = (filmId: string) => films.find(({ film }) => film?.id === filmId)?.film?.filmTitle ?? '';

  const moveTo = async (filmId: string, place: number, isUndo = false) => {
    const before = films.findIndex(({ film }) => film?.id === filmId);
    const moved = films[before];
    if (!moved || place === before) return;
    // The states follow from the order: the answer brings them.
    show(films.toSpliced(before, 1).toSpliced(place, 0, moved));
    const saved = await saving(() => move.mutateAsync({ filmId, place }), 'Failed to save the order');
    if (!saved || isUndo) return;
    offerUndo('The order was saved.', () =>
      saving(() => move.mutateAsync({ filmId, place: before }), 'Failed to undo'),
    );
  };

  const remove = async (filmId: string) => {
    const place = films.findIndex(({ film }) => film?.id === filmId);
    const { startsAt, endsAt } = films[place] ?? {};
    const title = titleOf(filmId);
    show(films.filter(({ film }) => film?.id !== filmId));
    if (!(await saving(() => unfeature.mutateAsync({ filmId }), 'Failed to remove the film'))) return;
    offerUndo(`${title} is not featured any more.`, () =>
      saving(() => feature.mutateAsync({ filmId, startsAt, endsAt, place }), 'Failed to undo'),
    );
  };

  return {
    list,
    films,
    pending: feature.isPending || move.isPending || unfeature.isPending,
    add: (filmId: string) => saving(() => feature.mutateAsync({ filmId }), 'Failed to feature the film'),
    moveTo,
    remove,
    /** Throws what the server refused, for the form that shows it. */
    setDates: async (filmId: string, dates: Dates) => {
      show((await feature.mutateAsync({ filmId, ...dates })).films);
    },
  };
}

/** Says what was done, with a button that takes it back. */
function offerUndo(text: string, undo: () => Promise<unknown>): void {
  const id = notifications.show({
    autoClose: 8_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{text}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            void undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
