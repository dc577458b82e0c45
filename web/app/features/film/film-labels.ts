import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PROJECT_TYPE_LABELS, RELEASE_TYPE_LABELS } from '@marquee/rules/film-types';
import { worded } from '../../language/words.ts';

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

/** How a release type is shown [FLM-10]; empty while none is chosen. */
export const releaseLabel = (type: ReleaseType): string => worded(releaseLabels[type] ?? '');
export const projectLabel = (type: ProjectType): string => worded(projectLabels[type] ?? '');
