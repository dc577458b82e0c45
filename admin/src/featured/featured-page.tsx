import { Stack, Text, Title } from '@mantine/core';
import { isForbidden } from '../api.ts';
import { Forbidden } from '../shell/forbidden.tsx';
import { ListStates } from '../shell/list-states.tsx';
import { FeaturedList } from './featured-list.tsx';
import { FilmPicker } from './film-picker.tsx';
import { useFeatured } from './use-featured.tsx';

/** /superadmin/featured: the films for the large place of the home page, in the order in which they take it. */
export function FeaturedPage() {
  const { list, films, pending, add, moveTo, remove, setDates } = useFeatured();
  if (isForbidden(list.error)) return <Forbidden error={list.error} />;
  return (
    <Stack gap="sm" maw={960}>
      <title>Featured · Back office · Marquee</title>
      <Title order={1} size="h3">
        Featured
      </Title>
      <Text size="sm" c="dimmed">
        The first of these films whose dates hold is the large one on the home page. Without one, it is the best rated
        of the new films that can be watched.
      </Text>
      <FilmPicker featured={films} disabled={pending || !list.isSuccess} onPick={add} />
      <ListStates
        list={list}
        count={films.length}
        failed="Failed to load featured films"
        empty="No film is featured"
        rowHeight={64}
      />
      {films.length > 0 && (
        <FeaturedList films={films} saving={pending} onMove={moveTo} onRemove={remove} onDates={setDates} />
      )}
    </Stack>
  );
}
