import { Button, Group, Text } from '@mantine/core';
import { useLocation, useSearchParams } from 'react-router';

export type PagePlace = {
  /** The key of the last row before this page, '' on the first. */
  cursor: string;
  /** From 1. */
  page: number;
  /** Whether the page before this one is known; of an address that somebody else opened only the first is. */
  knowsPrevious: boolean;
  next: (lastKey: string) => void;
  previous: () => void;
};

type Kept = { keys?: string[] } | null;

/**
 * The page of a list that is read by keys: its key and number are in the address, those of the pages before it in the
 * entry of the history. A change of a filter leaves them out.
 */
export function usePagePlace(): PagePlace {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const cursor = params.get('after') ?? '';
  const number = Number(params.get('page'));
  const page = cursor && Number.isSafeInteger(number) && number > 1 ? number : cursor ? 2 : 1;
  // Of the second page and those after it, up to this one.
  const kept = (state as Kept)?.keys;
  const keys = kept?.at(-1) === cursor ? kept : [];
  const open = (nextKeys: string[], nextPage: number) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const key = nextKeys.at(-1);
        if (key) {
          next.set('after', key);
          next.set('page', String(nextPage));
        } else {
          next.delete('after');
          next.delete('page');
        }
        return next;
      },
      { replace: true, state: { ...(state as object | null), keys: nextKeys } },
    );
  const knowsPrevious = page <= 2 || keys.length > 1;
  return {
    cursor,
    page,
    knowsPrevious,
    next: (lastKey) => open([...(cursor && keys.length === 0 ? [cursor] : keys), lastKey], page + 1),
    previous: () => (knowsPrevious ? open(keys.slice(0, -1), page - 1) : open([], 1)),
  };
}

type PageStepsProps = {
  place: PagePlace;
  /** Of the page that is shown: '' on the last. */
  lastKey: string;
  loading: boolean;
};

/** Below a list: to the page before and after the one that is shown. */
export function PageSteps({ place, lastKey, loading }: PageStepsProps) {
  const { page, knowsPrevious, next, previous } = place;
  return (
    <Group justify="center">
      <Button size="xs" variant="default" disabled={page === 1} onClick={previous}>
        {knowsPrevious ? 'Previous' : 'First page'}
      </Button>
      <Text size="sm">{`Page ${page}`}</Text>
      <Button
        size="xs"
        variant="default"
        disabled={lastKey === '' || loading}
        loading={loading}
        onClick={() => next(lastKey)}
      >
        Next
      </Button>
    </Group>
  );
}
