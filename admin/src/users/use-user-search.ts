import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type UserSearch = { query: string; show: string };

/** Emails and phone numbers stay out of URLs: they end up in histories and logs (decision 0009). */
const isAddress = (query: string) => query.includes('@') || /^\+?[\d\s()-]{5,}$/.test(query);

/** Filter and search of the list: in the URL, but for addresses, which the entry of the history keeps. */
export function useUserSearch(): UserSearch & { change: (next: UserSearch) => void } {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const hidden = (state as { query?: string } | null)?.query ?? '';
  return {
    query: params.get('q') ?? hidden,
    show: params.get('show') ?? 'all',
    change({ query, show }) {
      const next = new URLSearchParams();
      if (show !== 'all') next.set('show', show);
      if (query && !isAddress(query)) next.set('q', query);
      navigate({ search: next.toString() }, { replace: true, state: isAddress(query) ? { query } : null });
    },
  };
}
