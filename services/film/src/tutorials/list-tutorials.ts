import {
  entertainmentProTutorials,
  movieLoverTutorials,
  organizationDirectorTutorials,
} from '@marquee/rules/declared-settings';
import { isDirector, isPro, isStaff, type Viewer } from '@marquee/runtime/viewer';
import * as cards from '../films/cards.ts';
import type { FilmResources } from '../resources.ts';

/** The lists by audience: the setting that holds each, and who sees it. */
const LISTS = {
  ORGANIZATION_DIRECTORS: {
    setting: organizationDirectorTutorials,
    isFor: (viewer: Viewer) => isStaff(viewer) || isDirector(viewer),
  },
  ENTERTAINMENT_PROS: {
    setting: entertainmentProTutorials,
    isFor: isPro,
  },
  MOVIE_LOVERS: { setting: movieLoverTutorials, isFor: () => true },
};

type TutorialAudience = keyof typeof LISTS;
export type TutorialList = { audience: TutorialAudience; films: cards.Card[] };

/** The tutorials that are for the viewer, as far as their films are available [FLM-12]. */
export async function listTutorials(
  { db, settings }: Pick<FilmResources, 'db' | 'settings'>,
  viewer: Viewer,
): Promise<TutorialList[]> {
  const audiences = (Object.keys(LISTS) as TutorialAudience[]).filter((audience) => LISTS[audience].isFor(viewer));
  const idsOf = (audience: TutorialAudience) => settings.get(LISTS[audience].setting).map(({ name }) => name);
  const found = await cards.visibleById(db, audiences.flatMap(idsOf));
  return audiences.map((audience) => ({ audience, films: idsOf(audience).flatMap((id) => found.get(id) ?? []) }));
}
