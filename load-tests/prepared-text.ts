import { cookieNames } from '@marquee/gateway/cookies';
import type { PreparedOpening } from './prepare-opening.ts';
import type { PreparedPremiere } from './prepare-premiere.ts';
import type { PreparedSite } from './prepare-site.ts';
import type { PreparedVotes } from './prepare-votes.ts';

/** The JSON that the scenarios read. It holds sessions, so keep it private. */
export function preparedText(
  publicUrl: string,
  site: PreparedSite,
  more: {
    opening?: PreparedOpening | undefined;
    votes?: PreparedVotes | undefined;
    premiere?: PreparedPremiere | undefined;
  } = {},
): string {
  const tokens = (sessions: PreparedSite['viewers']) => sessions.map(({ token }) => token);
  const { session: cookie } = cookieNames(new URL(publicUrl));
  const { filmId } = site;
  const people = { viewers: tokens(site.viewers), makers: tokens(site.makers) };
  return `${JSON.stringify({ cookie, filmId, ...people, ...more })}\n`;
}
