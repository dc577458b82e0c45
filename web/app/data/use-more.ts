import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { _ } from '../language/words.ts';

/** A page of a list as plain data; an empty cursor says that it is the last. */
export type Page<Item> = { items: Item[]; nextCursor: string };

export type More<Item> = {
  items: Item[];
  hasMore: boolean;
  state: 'idle' | 'loading' | 'failed';
  /** Why the next page could not be loaded, for the viewer. */
  problem: string;
  loadMore: () => void;
};

type Rest<I extends DescMessage, O extends DescMessage, Item> = {
  method: DescMethodUnary<I, O>;
  request: (cursor: string) => MessageInitShape<I>;
  page: (answer: MessageShape<O>) => Page<Item>;
};

/**
 * A list that starts with the page from the loader and grows page by page; a new first page starts it again. `ListEnd`
 * shows what follows its last item.
 */
export function useMore<I extends DescMessage, O extends DescMessage, Item>(
  { items, nextCursor }: Page<Item>,
  { method, request, page }: Rest<I, O, Item>,
): More<Item> {
  const [rest, setRest] = useState<Page<Item>>({ items: [], nextCursor });
  const [state, setState] = useState<More<Item>['state']>('idle');
  const [problem, setProblem] = useState('');
  const first = useRef(items);

  useEffect(() => {
    first.current = items;
    setRest({ items: [], nextCursor });
    setState('idle');
  }, [items, nextCursor]);

  const load = async () => {
    setState('loading');
    try {
      const { fetchOnce } = await import('./queries.ts');
      const next = page(await fetchOnce(method, request(rest.nextCursor)));
      if (first.current !== items) return;
      setRest({ items: [...rest.items, ...next.items], nextCursor: next.nextCursor });
      setState('idle');
    } catch (error) {
      if (first.current !== items) return;
      setProblem(messageOf(error, _('Check your network and try again.')));
      setState('failed');
    }
  };
  return {
    items: [...items, ...rest.items],
    hasMore: rest.nextCursor !== '',
    state,
    problem,
    loadMore: () => void load(),
  };
}
