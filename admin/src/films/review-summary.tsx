import { Anchor, Stack, Text } from '@mantine/core';
import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { formatRunningTime } from '@marquee/rules/format';
import { Link } from 'react-router';
import { projectTypeLabel, releaseTypeLabel } from './film-labels.ts';
import { priceText } from './price-text.ts';

/** What a film is, in a few lines beside its pictures: who decides on it does not have to look for that below. */
export function ReviewSummary({ entry, film }: { entry: StudioFilm; film: Film }) {
  const facts = [
    projectTypeLabel[film.projectType],
    film.releaseDate.slice(0, 4),
    film.runningTime ? formatRunningTime(film.runningTime) : '',
    film.rating,
    ...film.genres,
  ].filter((fact) => fact && fact !== '–');
  const terms = [releaseTypeLabel[film.releaseType], priceText(film)];
  return (
    <Stack component="section" gap={4} aria-label="What it is">
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
      {film.directors.length > 0 && <Text fw={600}>{`Directed by ${film.directors.join(', ')}`}</Text>}
      {film.logLine && <Text style={{ overflowWrap: 'anywhere' }}>{film.logLine}</Text>}
      <Text size="sm" c="dimmed">
        {`${terms.join(' · ')} · Maker: `}
        <Anchor inherit underline="always" component={Link} to={`/users/${film.createdBy}`}>
          {entry.creatorName || 'a former member'}
        </Anchor>
      </Text>
    </Stack>
  );
}
