import { FilmSort } from '@marquee/contracts/film/v1/catalogue_pb';
import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { QUERY_LENGTH_MAX } from '@marquee/rules/catalogue';
import { COUNTRIES } from '@marquee/rules/countries';
import { GENRES } from '@marquee/rules/genres';
import { LANGUAGES } from '@marquee/rules/languages';
import { countryName, languageName } from '../../language/names.ts';
import { _, type Message, msg, worded } from '../../language/words.ts';

/** The parameters of /films, in the words of its address. */
export const FILTER_NAMES = ['q', 'genre', 'type', 'release', 'language', 'country', 'sort'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type FilmFilters = Record<FilterName, string>;

export const TYPE_OPTIONS = [
  { value: 'feature', label: msg('Feature films'), is: ProjectType.FEATURE },
  { value: 'short', label: msg('Short films'), is: ProjectType.SHORT },
] as const;

export const RELEASE_OPTIONS = [
  { value: 'on-demand', label: msg('On Demand'), is: ReleaseType.WATCH_NOW },
  { value: 'screening', label: msg('Festival Screening'), is: ReleaseType.SCREENING },
  { value: 'trailer', label: msg('Trailer'), is: ReleaseType.TRAILER },
  { value: 'showreel', label: msg('Showreel'), is: ReleaseType.SHOWREEL },
] as const;

export const SORT_OPTIONS = [
  { value: 'newest', label: msg('Newest first'), is: FilmSort.NEWEST },
  { value: 'title', label: msg('By title'), is: FilmSort.TITLE },
  { value: 'rating', label: msg('Best rated'), is: FilmSort.TOP_RATED },
] as const;

/** The order of a list that nobody has ordered, as services have it. */
export function usualOrder({ q, release }: Pick<FilmFilters, 'q' | 'release'>): string {
  if (q) return _('Best match');
  return release === 'screening' ? _('Next screening first') : _('Newest first');
}

const allowed: Partial<Record<FilterName, ReadonlySet<string>>> = {
  genre: new Set(GENRES),
  type: new Set(TYPE_OPTIONS.map(({ value }) => value)),
  release: new Set(RELEASE_OPTIONS.map(({ value }) => value)),
  language: new Set(LANGUAGES.map(({ code }) => code)),
  country: new Set(COUNTRIES.map(({ code }) => code)),
  sort: new Set(SORT_OPTIONS.map(({ value }) => value)),
};

/** Reads an address; unknown values are left out. */
export function filtersOf(params: URLSearchParams): FilmFilters {
  const entries = FILTER_NAMES.map((name) => {
    const value = (params.get(name) ?? '').trim();
    const known = allowed[name]?.has(value) ?? true;
    return [name, known ? value.slice(0, QUERY_LENGTH_MAX) : ''] as const;
  });
  return Object.fromEntries(entries) as FilmFilters;
}

/** The address of these filters; empty ones are left out. */
export function filmsHref(filters: FilmFilters): string {
  const params = new URLSearchParams(FILTER_NAMES.filter((name) => filters[name]).map((name) => [name, filters[name]]));
  return params.size > 0 ? `/films?${params}` : '/films';
}

const optionOf = <Option extends { value: string }>(options: readonly Option[], value: string) =>
  options.find((option) => option.value === value);

const labelOf = (options: readonly { value: string; label: Message }[], value: string) => {
  const option = optionOf(options, value);
  return option && _(option.label);
};

/** The same as a request of ListFilms. */
export function filmsRequest(filters: FilmFilters) {
  return {
    query: filters.q,
    genre: filters.genre,
    projectType: optionOf(TYPE_OPTIONS, filters.type)?.is ?? ProjectType.UNSPECIFIED,
    releaseType: optionOf(RELEASE_OPTIONS, filters.release)?.is ?? ReleaseType.UNSPECIFIED,
    language: filters.language,
    country: filters.country,
    sort: optionOf(SORT_OPTIONS, filters.sort)?.is ?? FilmSort.UNSPECIFIED,
  };
}

/** The active filters with their labels, for chips that remove one. */
export function activeFilters(filters: FilmFilters): { name: FilterName; label: string }[] {
  const labels: Partial<Record<FilterName, string | undefined>> = {
    q: filters.q ? `“${filters.q}”` : '',
    genre: worded(filters.genre),
    type: labelOf(TYPE_OPTIONS, filters.type),
    release: labelOf(RELEASE_OPTIONS, filters.release),
    language: languageName(filters.language),
    country: countryName(filters.country),
  };
  return FILTER_NAMES.flatMap((name) => (labels[name] ? [{ name, label: labels[name] as string }] : []));
}

export const PAGE_SIZE = 36;
