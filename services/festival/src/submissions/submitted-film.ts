import type { FilmFacts } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Call } from '../calls/calls.ts';
import { filmNotFound } from '../programme/programme-errors.ts';
import type { FestivalResources } from '../resources.ts';
import { filmNotYours, filmRefused } from './submission-errors.ts';

/** What film knows of a film that is submitted. */
export type SubmittedFilm = FilmFacts;

/** A film of the viewer, published or not. Asks film, so it runs outside of a transaction. @throws DomainError */
export async function submittedFilm(
  { films }: Pick<FestivalResources, 'films'>,
  { accountId }: AccountViewer,
  filmId: string,
): Promise<SubmittedFilm> {
  const { films: found } = await films.describeFilms({ filmIds: [filmId] });
  const [facts] = found;
  if (!facts) throw filmNotFound();
  if (facts.makerId !== accountId) throw filmNotYours();
  return facts;
}

/** The call takes the film. @throws DomainError INVALID */
export function requireTaken({ projectTypes, minutesMax, countries }: Call, film: SubmittedFilm): void {
  if (projectTypes.length > 0 && !projectTypes.includes(film.projectType)) throw filmRefused('projectTypeRefused');
  if (minutesMax > 0 && film.runningTime > minutesMax * 60) throw filmRefused('tooLong');
  if (countries.length > 0 && !countries.includes(film.country)) throw filmRefused('countryRefused');
}
