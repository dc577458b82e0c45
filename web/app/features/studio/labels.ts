import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import {
  AGE_RATINGS,
  PROJECT_TYPE_LABELS,
  type ProjectTypeName,
  RELEASE_TYPE_LABELS,
  type ReleaseTypeName,
} from '@marquee/rules/film-types';
import { GENRES } from '@marquee/rules/genres';
import { countries, languages } from '../../language/names.ts';
import { worded } from '../../language/words.ts';

export const releaseTypeName = (type: ReleaseType) => ReleaseType[type] as ReleaseTypeName | 'UNSPECIFIED';
export const projectTypeName = (type: ProjectType) => ProjectType[type] as ProjectTypeName | 'UNSPECIFIED';

const wordedChoice = ([value, label]: [string, string]) => ({ value, label: worded(label) });

export const releaseTypeChoices = () => Object.entries(RELEASE_TYPE_LABELS).map(wordedChoice);
export const projectTypeChoices = () => Object.entries(PROJECT_TYPE_LABELS).map(wordedChoice);
export const genreChoices = () => GENRES.map((name) => ({ value: name, label: worded(name) }));
export const ratingChoices = () => AGE_RATINGS.map((name) => ({ value: name, label: worded(name) }));
export const languageChoices = () => languages().map(({ code, name }) => ({ value: code, label: name }));
export const countryChoices = () => countries().map(({ code, name }) => ({ value: code, label: name }));
