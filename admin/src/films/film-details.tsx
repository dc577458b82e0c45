import { useMutation } from '@connectrpc/connect-query';
import { Anchor, Fieldset, Group, SimpleGrid, Stack, Switch, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FilmBackOfficeService } from '@marquee/contracts/film/v1/back_office_pb';
import type { Film, StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { countryName } from '@marquee/rules/countries';
import { FILM_LIMITS } from '@marquee/rules/film';
import { formatRunningTime, formatUsd } from '@marquee/rules/format';
import { languageName } from '@marquee/rules/languages';
import type { PublishField } from '@marquee/rules/studio-messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refusalText } from '../api.ts';
import { EditValue } from '../dialogs/edit-value.tsx';
import { ChangeOwner } from './change-owner.tsx';
import { useFilmCache } from './film-cache.ts';
import {
  assetLabel,
  dateText,
  dayText,
  fieldLabel,
  filmStatus,
  projectTypeLabel,
  releaseTypeLabel,
} from './film-labels.ts';
import { FilmWindows } from './film-windows.tsx';

/** What the film is, and the switches that only staff have [ADF-03]. */
export function FilmDetails({ entry, film, trusted }: { entry: StudioFilm; film: Film; trusted: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Facts entry={entry} film={film} />
      <Stack>
        <Flags film={film} />
        <DistributionSwitches film={film} />
        <FilmWindows film={film} />
        <MakerSwitch film={film} maker={entry.creatorName} trusted={trusted} />
      </Stack>
    </SimpleGrid>
  );
}

function Facts({ entry, film }: { entry: StudioFilm; film: Film }) {
  const cache = useFilmCache(film.id);
  const update = useMutation(StudioService.method.updateFilm);
  const save = (field: 'filmTitle' | 'logLine') => async (value: string) => {
    try {
      const answer = await update.mutateAsync({ filmId: film.id, [field]: value });
      await cache.put(answer.film);
    } catch (error) {
      throw new Error(refusalText(error) ?? 'Failed to save. Please try again later.', { cause: error });
    }
  };
  const missing = [
    ...entry.missingAssets.map((kind) => assetLabel[kind]),
    ...entry.missingFields.map((field) => fieldLabel[field as PublishField] ?? field),
  ].join(', ');
  const rows: [string, ReactNode][] = [
    [
      'Title',
      <Group key="title" gap={4} wrap="nowrap">
        <span style={{ overflowWrap: 'anywhere' }}>{film.filmTitle}</span>
        <EditValue
          label="Title"
          value={film.filmTitle}
          lengthMax={FILM_LIMITS.titleLengthMax}
          save={save('filmTitle')}
        />
      </Group>,
    ],
    [
      'Log line',
      <Group key="logLine" gap={4} wrap="nowrap">
        <span style={{ overflowWrap: 'anywhere' }}>{film.logLine || '–'}</span>
        <EditValue
          label="Log line"
          value={film.logLine}
          lengthMax={FILM_LIMITS.logLineLengthMax}
          multiline
          save={save('logLine')}
        />
      </Group>,
    ],
    ['Status', filmStatus(entry).label],
    ['Missing', missing || '–'],
    [
      'Maker',
      <Group key="maker" gap={4} wrap="nowrap">
        <Anchor component={Link} to={`/users/${film.createdBy}`} size="sm">
          {entry.creatorName || '–'}
        </Anchor>
        <ChangeOwner film={film} maker={entry.creatorName} />
      </Group>,
    ],
    ['Release type', releaseTypeLabel[film.releaseType]],
    ['Project type', projectTypeLabel[film.projectType]],
    ['Release date', dayText(film.releaseDate)],
    ['Length', film.runningTime ? formatRunningTime(film.runningTime) : '–'],
    ['Age rating', film.rating || '–'],
    ['Genres', film.genres.join(', ') || '–'],
    ['Country', countryName(film.country) || '–'],
    ['Languages', [...new Set([film.language, ...film.languages])].filter(Boolean).map(languageName).join(', ') || '–'],
    ['Price', film.isFree ? 'Free' : formatUsd(film.usdCost)],
    ['Viewers’ rating', film.ratingCount ? `${film.userRating.toFixed(1)} from ${film.ratingCount}` : '–'],
    ['Added', dateText(film.createdAt)],
    ['Changed', dateText(film.updatedAt)],
  ];
  return (
    <Table variant="vertical" layout="fixed" withTableBorder aria-label="Details">
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={140}>{label}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
