import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { COUNTRIES } from '@marquee/rules/countries';
import {
  AGE_RATINGS,
  PROJECT_TYPE_LABELS,
  type ProjectTypeName,
  RELEASE_TYPE_LABELS,
  type ReleaseTypeName,
} from '@marquee/rules/film-types';
import { GENRES } from '@marquee/rules/genres';
import { LANGUAGES } from '@marquee/rules/languages';

export const releaseTypeName = (type: ReleaseType) => ReleaseType[type] as ReleaseTypeName | 'UNSPECIFIED';
export const projectTypeName = (type: ProjectType) => ProjectType[type] as ProjectTypeName | 'UNSPECIFIED';

export const releaseTypeChoices = Object.entries(RELEASE_TYPE_LABELS).map(([value, label]) => ({ value, label }));
export const projectTypeChoices = Object.entries(PROJECT_TYPE_LABELS).map(([value, label]) => ({ value, label }));
export const genreChoices = GENRES.map((name) => ({ value: name, label: name }));
export const ratingChoices = AGE_RATINGS.map((name) => ({ value: name, label: name }));
export const languageChoices = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));
export const countryChoices = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));
