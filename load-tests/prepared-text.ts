import { cookieNames } from '@marquee/gateway/cookies';
import type { PreparedOpening } from './prepare-opening.ts';
import type { PreparedPremiere } from './prepare-premiere.ts';
import type { PreparedSite } from './prepare-site.ts';
import type { PreparedVotes } from './prepare-votes.ts';

type Made = {
  opening?: PreparedOpening | undefined;
  votes?: PreparedVotes | undefined;
  premiere?: PreparedPremiere | undefined;
};

/** What the scenarios read: the name of the cookie, the tokens of sessions, and what was made. */
export type Prepared = Made & {
  cookie: string;
  filmId: string;
  viewers: string[];
  /** The accounts of the viewers. */
  viewerIds: string[];
  makers: string[];
};

/** The JSON that the scenarios read. It holds sessions, so keep it private. */
export function preparedText(publicUrl: string, site: PreparedSite, more: Made = {}): string {
  const tokens = (sessions: PreparedSite['viewers']) => sessions.map(({ token }) => token);
  const { session: cookie } = cookieNames(new URL(publicUrl));
  const prepared: Prepared = {
    ...{ cookie, filmId: site.filmId, viewers: tokens(site.viewers), makers: tokens(site.makers) },
    ...{ viewerIds: site.viewers.map(({ accountId }) => accountId), ...more },
  };
  return `${JSON.stringify(prepared)}\n`;
}
