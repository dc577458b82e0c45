import { useEffect, useRef, useState } from 'react';

const SEARCH_AFTER_MS = 250;

/** `short` until enough characters are typed. */
export type SearchState = 'short' | 'searching' | 'found' | 'failed';

/** Searches for what is typed, after a pause in typing and from `charactersMin` characters; only the newest answer counts. */
export function useTypedSearch<Item>(find: (query: string) => Promise<Item[]>, charactersMin: number) {
  const [found, setFound] = useState<Item[]>([]);
  const [state, setState] = useState<SearchState>('short');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = async (query: string) => {
    try {
      const items = await find(query);
      if (newest.current !== query) return;
      setFound(items);
      setState('found');
    } catch {
      if (newest.current === query) setState('failed');
    }
  };
  const search = (text: string) => {
    const query = text.trim();
    if (query === newest.current) return;
    newest.current = query;
    clearTimeout(timer.current);
    setFound([]);
    if ([...query].length < charactersMin) return setState('short');
    setState('searching');
    timer.current = setTimeout(() => void ask(query), SEARCH_AFTER_MS);
  };
  return { found, state, search };
}
