import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { type Image, ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { countryOf } from '@marquee/rules/countries';
import { PROJECT_TYPE_LABELS, RELEASE_TYPE_LABELS } from '@marquee/rules/film-types';
import { LANGUAGES } from '@marquee/rules/languages';
import type { PictureSource } from '../../ui/picture.tsx';

const releaseLabels: Partial<Record<ReleaseType, string>> = {
  [ReleaseType.WATCH_NOW]: RELEASE_TYPE_LABELS.WATCH_NOW,
  [ReleaseType.SCREENING]: RELEASE_TYPE_LABELS.SCREENING,
  [ReleaseType.TRAILER]: RELEASE_TYPE_LABELS.TRAILER,
  [ReleaseType.SHOWREEL]: RELEASE_TYPE_LABELS.SHOWREEL,
};
const projectLabels: Partial<Record<ProjectType, string>> = {
  [ProjectType.SHORT]: PROJECT_TYPE_LABELS.SHORT,
  [ProjectType.FEATURE]: PROJECT_TYPE_LABELS.FEATURE,
};
const languageNames: ReadonlyMap<string, string> = new Map(LANGUAGES.map(({ code, name }) => [code, name]));

/** How a release type is shown [FLM-10]; empty while none is chosen. */
export const releaseLabel = (type: ReleaseType): string => releaseLabels[type] ?? '';
export const projectLabel = (type: ProjectType): string => projectLabels[type] ?? '';
export const countryName = (code: string): string => countryOf(code)?.name ?? code;
export const languageName = (code: string): string => languageNames.get(code) ?? code;

/** A timestamp as plain data for a page: ISO 8601, or nothing. */
export function isoOf(timestamp: Timestamp | undefined): string | undefined {
  return timestamp ? timestampDate(timestamp).toISOString() : undefined;
}

/** A picture as plain data for a page. */
export function pictureOf(image: Image | undefined): PictureSource | undefined {
  if (!image || image.widths.length === 0) return undefined;
  const { uri, width, height, widths, thumbhash } = image;
  return { uri, width, height, widths, thumbhash };
}
