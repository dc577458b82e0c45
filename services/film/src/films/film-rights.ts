import { type AccountViewer, isStaff, type Viewer } from '@marquee/runtime/viewer';
import { filmNotAvailable, filmNotYours } from './film-errors.ts';

type Owned = { created_by: string };
type Shown = Owned & { published: boolean; is_approved: boolean; website: boolean };

/** The film's creator and staff [STU-10]. */
export function canEdit(viewer: Viewer, film: Owned): viewer is AccountViewer {
  return viewer.kind === 'account' && (viewer.accountId === film.created_by || isStaff(viewer));
}

/** Who is shown the Edit Page link: ADMIN and the film's creator; a SUPER-USER edits from the back office [FLM-08]. */
export function showsEditPage(viewer: Viewer, film: Owned): boolean {
  return viewer.kind === 'account' && (viewer.accountId === film.created_by || viewer.roles.includes('ADMIN'));
}

/** @throws DomainError FORBIDDEN, FILM_NOT_YOURS */
export function requireEditor(viewer: Viewer, film: Owned): AccountViewer {
  if (!canEdit(viewer, film)) throw filmNotYours();
  return viewer;
}

/** Everybody finds a film that is published, approved, and distributed on the website, which is where we are. */
export function isVisible(film: Pick<Shown, 'published' | 'is_approved' | 'website'>): boolean {
  return film.published && film.is_approved && film.website;
}

/** @throws DomainError NOT_FOUND, FILM_NOT_AVAILABLE */
export function requireVisible(film: Shown): void {
  if (!isVisible(film)) throw filmNotAvailable();
}

/** The film is visible, or the viewer may preview it. @throws DomainError NOT_FOUND, FILM_NOT_AVAILABLE */
export function requireVisibleTo(viewer: Viewer, film: Shown): void {
  if (!isVisible(film) && !canEdit(viewer, film)) throw filmNotAvailable();
}
