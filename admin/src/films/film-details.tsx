import { useMutation } from '@connectrpc/connect-query';
import { Fieldset, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService, type GetAnyFilmResponse } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { refusalText } from '../api.ts';
import { useFilmCache } from './film-cache.ts';
import { FilmFacts } from './film-facts.tsx';
import { FilmWindows } from './film-windows.tsx';
import { PlacesNotice } from './places-notice.tsx';

/** What the film is, and the switches that only staff have [ADF-03]. */
export function FilmDetails({ answer, entry, film }: { answer: GetAnyFilmResponse; entry: StudioFilm; film: Film }) {
  const isLimited = entry.allowedLocations.length > 0 || entry.blockedLocations.length > 0;
  return (
    <Stack>
      {isLimited && <PlacesNotice />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <FilmFacts answer={answer} entry={entry} film={film} />
        <Stack>
          <Flags film={film} />
          <DistributionSwitches film={film} />
          <FilmWindows film={film} />
          <MakerSwitch film={film} maker={entry.creatorName} trusted={answer.makerAutoApproved} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

type Flag = { field: 'isApproved' | 'published' | 'isFestivalWinner'; label: string; failure: string };

const FLAGS: Flag[] = [
  { field: 'isApproved', label: 'Approved', failure: 'Failed to toggle approval' },
  { field: 'published', label: 'Published', failure: 'Failed to toggle publish status' },
  { field: 'isFestivalWinner', label: 'Festival winner', failure: 'Failed to toggle festival winner' },
];

function Flags({ film }: { film: Film }) {
  const cache = useFilmCache(film.id);
  const set = useMutation(FilmBackOfficeService.method.setFilmFlags);
  const toggle = async ({ field, failure }: Flag, next: boolean) => {
    try {
      const answer = await set.mutateAsync({ filmId: film.id, expectedVersion: film.version, [field]: next });
      await cache.put(answer.film);
    } catch (error) {
      notifications.show({ color: 'red', title: failure, message: refusalText(error) ?? '' });
    }
  };
  return (
    <Fieldset legend="Flags">
      <Stack gap="xs">
        {FLAGS.map((flag) => (
          <Switch
            key={flag.field}
            label={flag.label}
            checked={film[flag.field]}
            disabled={set.isPending}
            onChange={(event) => toggle(flag, event.currentTarget.checked)}
          />
        ))}
        <Text size="xs" c="dimmed">
          A film is in the feed while it is both published and approved.
        </Text>
      </Stack>
    </Fieldset>
  );
}

/** Staff's trust in a maker: what they publish needs no staff any more [STU-01]. */
function MakerSwitch({ film, maker, trusted }: { film: Film; maker: string; trusted: boolean }) {
  const cache = useFilmCache(film.id);
  const set = useMutation(FilmBackOfficeService.method.setMakerAutoApproval);
  const toggle = async (autoApproved: boolean) => {
    try {
      const answer = await set.mutateAsync({ filmId: film.id, autoApproved });
      cache.putMaker(answer.autoApproved);
    } catch (error) {
      const message = refusalText(error) ?? '';
      notifications.show({ color: 'red', title: 'Failed to toggle approval on publishing', message });
    }
  };
  return (
    <Fieldset legend={maker ? `Films of ${maker}` : 'Films of this maker'}>
      <Stack gap="xs">
        <Switch
          label="Needs no approval"
          checked={trusted}
          disabled={set.isPending}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed">
          Counts from the next film that is published; a film whose approval was taken back still waits.
        </Text>
      </Stack>
    </Fieldset>
  );
}

const PLATFORMS = [
  { field: 'website', label: 'Website' },
  { field: 'mobile', label: 'Mobile' },
  { field: 'tv', label: 'TV' },
] as const;

function DistributionSwitches({ film }: { film: Film }) {
  const cache = useFilmCache(film.id);
  const set = useMutation(FilmBackOfficeService.method.setFilmDistribution);
  const toggle = async (field: 'website' | 'mobile' | 'tv', next: boolean) => {
    try {
      const answer = await set.mutateAsync({ filmId: film.id, [field]: next });
      await cache.put(answer.film);
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to toggle available', message: refusalText(error) ?? '' });
    }
  };
  return (
    <Fieldset legend="Available on">
      <Stack gap="xs">
        {PLATFORMS.map(({ field, label }) => (
          <Switch
            key={field}
            label={label}
            checked={film.distribution?.[field] ?? false}
            disabled={set.isPending}
            onChange={(event) => toggle(field, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
