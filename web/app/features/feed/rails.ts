import { RailKind } from '@marquee/contracts/film/v1/catalogue_pb';
import { _, type Message, msg, worded } from '../../language/words.ts';

// For the server alone: the page has what these say, and is not to load the contract of films for it.

const RAIL_TITLES: Partial<Record<RailKind, Message>> = {
  [RailKind.NEW]: msg('New'),
  [RailKind.FESTIVAL_PREMIERES]: msg('Festival premieres'),
  [RailKind.TOP_RATED]: msg('Top rated'),
  [RailKind.SHORT_FILMS]: msg('Short films'),
};

/** The title of a rail in the language of the page; a genre is its own. */
export function railTitle(kind: RailKind, title: string): string {
  const known = RAIL_TITLES[kind];
  return known ? _(known) : worded(title);
}

/** Where a rail continues: the list of films, filtered as the rail is. */
export function railHref(kind: RailKind, genre: string): string {
  if (kind === RailKind.GENRE) return `/films?${new URLSearchParams({ genre })}`;
  if (kind === RailKind.FESTIVAL_PREMIERES) return '/films?release=screening';
  if (kind === RailKind.SHORT_FILMS) return '/films?type=short';
  if (kind === RailKind.FEATURE_FILMS) return '/films?type=feature';
  if (kind === RailKind.TOP_RATED) return '/films?sort=rating';
  return '/films';
}
