import { FILM_MESSAGES } from '@marquee/rules/film-messages';
import type { RouterContextProvider } from 'react-router';
import { api } from '../../api/context.ts';
import { notFound, requireViewer } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { type FilmView, filmView } from './film-view.ts';

/** A film for a page of its own; `preview` lets its maker and staff in before it is public. */
export async function getFilmView(
  context: Readonly<RouterContextProvider>,
  filmId: string,
  preview = false,
): Promise<FilmView> {
  const { film } = await context.get(api).catalogue.getFilm({ filmId, preview });
  if (!film) throw notFound(_(FILM_MESSAGES.filmNotFound));
  return filmView(film, preview);
}

/** Whether the page is asked for as a preview, which is for people who are signed in. */
export function asksForPreview(args: { context: Readonly<RouterContextProvider>; url: URL }): boolean {
  const preview = args.url.searchParams.get('preview') === '1';
  if (preview) requireViewer(args);
  return preview;
}
