import { shareLink } from '../../layout/share-link.ts';

/** Shares the address of a film's page [PRO-18]. */
export function shareFilm({ id, title, logLine }: { id: string; title: string; logLine: string }): Promise<void> {
  return shareLink({ path: `/feed/${id}`, title, text: logLine, what: 'film' });
}
