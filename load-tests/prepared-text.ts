import { cookieNames } from '@marquee/gateway/cookies';
import type { PreparedSite } from './prepare-site.ts';

/** What load-tests/ read. It holds sessions: for the owner's eyes only. */
export function preparedText(publicUrl: string, form: PreparedSite): string {
  const tokens = (sessions: PreparedSite['viewers']) => sessions.map(({ token }) => token);
  const { session: cookie } = cookieNames(new URL(publicUrl));
  const { filmId } = form;
  return `${JSON.stringify({ cookie, filmId, viewers: tokens(form.viewers), makers: tokens(form.makers) })}\n`;
}
