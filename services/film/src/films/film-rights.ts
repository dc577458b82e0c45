import { type AccountViewer, isStaff, type Viewer } from '@marquee/runtime/viewer';
import { filmNotAvailable, filmNotYours } from './film-errors.ts';

type Owned = { createdBy: string };
type Shown = Owned & { published: boolean; isApproved: boolean; website: boolean };

/** The film's creator and staff [STU-10]. */
export function canEdit(viewer: Viewer, film: Owned): viewer is AccountViewer {
  return viewer.kind === 'account' && (viewer.accountId === film.createdBy || isStaff(viewer));
}

/** Who is shown the Edit Page link: ADMIN and the film's creator; a SUPER-USER edits from the back office [FLM-08]. */
export function showsEditPage(viewer: Viewer, film: Owned): boolean {
  return viewer.kind === 'account' && (viewer.accountId === film.createdBy || viewer.roles.includes('ADMIN'));
}

/** @throws DomainError FORBIDDEN, FILM_NOT_YOURS */
export function requireEditor(viewer: Viewer, film: Owned): AccountViewer {
  if (!canEdit(viewer, film)) throw filmNotYours();
  return viewer;
}

/** Everybody finds a film that is published, approved, and distributed on the website. */
export function isVisible(film: Pick<Shown, 'published' | 'isApproved' | 'website'>): boolean {
  return film.published && film.isApproved && film.website;
}

/** @throws DomainError NOT_FOUND, FILM_NOT_AVAILABLE */
export function requireVisible(film: Shown): void {
  if (!isVisible(film)) throw filmNotAvailable();
}

/** The film is visible, or the viewer may preview it. @throws DomainError NOT_FOUND, FILM_NOT_AVAILABLE */
export function requireVisibleTo(viewer: Viewer, film: Shown): void {
  if (!isVisible(film) && !canEdit(viewer, film)) throw filmNotAvailable();
}
