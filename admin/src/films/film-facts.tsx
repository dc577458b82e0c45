import { useMutation } from '@connectrpc/connect-query';
import { Anchor, Group } from '@mantine/core';
import type { GetAnyFilmResponse } from '@marquee/contracts/film/v1/back_office_pb';
import {
  DrmEncodingStatus,
  type Film,
  LicenseAgreementStatus,
  type Location,
  type StudioFilm,
} from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { countryName } from '@marquee/rules/countries';
import { FILM_LIMITS } from '@marquee/rules/film';
import { formatRunningTime } from '@marquee/rules/format';
import { languageName } from '@marquee/rules/languages';
import type { PublishField } from '@marquee/rules/studio-messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refusalText } from '../api.ts';
import { EditValue } from '../dialogs/edit-value.tsx';
import { Facts } from '../users/facts.tsx';
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
import { priceText } from './price-text.ts';

const LICENCES: Record<LicenseAgreementStatus, string> = {
  [LicenseAgreementStatus.UNSPECIFIED]: 'Not accepted',
  [LicenseAgreementStatus.ACCEPTED]: 'ACCEPTED',
};
const PROTECTIONS: Record<DrmEncodingStatus, string> = {
  [DrmEncodingStatus.UNSPECIFIED]: 'Not protected',
  [DrmEncodingStatus.IN_PROGRESS]: 'IN PROGRESS',
  [DrmEncodingStatus.COMPLETED]: 'COMPLETED',
  [DrmEncodingStatus.FAILED]: 'FAILED',
};

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

const placesText = (places: Location[]) =>
  places.map(({ city, region, country }) => [city, region, countryName(country)].filter(Boolean).join(', ')).join('; ');

type Props = { answer: GetAnyFilmResponse; entry: StudioFilm; film: Film };

/** What the record of a film holds, in words; its title and log line can be edited [ADF-02:details]. */
export function FilmFacts({ answer, entry, film }: Props) {
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
    ['Missing', missing],
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
    ['Age rating', film.rating],
    ['Genres', film.genres.join(', ')],
    ['Country', countryName(film.country)],
    ['Languages', [...new Set([film.language, ...film.languages])].filter(Boolean).map(languageName).join(', ')],
    ['Subtitles', yesNo(film.hasSubtitles)],
    ['Audio description', yesNo(film.hasAudioDescription)],
    ['Student film', yesNo(film.isStudentFilm)],
    ['First film of its maker', yesNo(film.isFirstTimeFilmMaker)],
    ['Resolution', film.resolution],
    ['Festival', film.festivalName],
    ['Price', priceText(film)],
    ['Distributed by its maker', yesNo(entry.selfDistribute)],
    ['Licence agreement', LICENCES[entry.licenseAgreementStatus]],
    ['Protection', PROTECTIONS[entry.drmEncodingStatus]],
    ['Only in', placesText(entry.allowedLocations) || 'Everywhere'],
    ['Not in', placesText(entry.blockedLocations)],
    ['Viewers’ rating', film.ratingCount ? `${film.userRating.toFixed(1)} from ${film.ratingCount}` : '–'],
    ['Added', dateText(film.createdAt)],
    [
      'Changed',
      <span key="changed">
        {dateText(film.updatedAt)}
        {answer.updatedBy && (
          <>
            {' by '}
            <Anchor inherit underline="always" component={Link} to={`/users/${answer.updatedBy}`}>
              {answer.updatedByName || 'a former member'}
            </Anchor>
          </>
        )}
      </span>,
    ],
  ];
  return <Facts label="Details" rows={rows} />;
}
