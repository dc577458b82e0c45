import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EndOfList, ErrorState } from '../ui/states.tsx';
import type { More } from './use-more.ts';

type Props = {
  list: More<unknown>;
  /** The button that loads the next page. */
  more: string;
  /** The title of the state after a page that could not be loaded. */
  failed: string;
  /** The last line of the whole list. */
  children: ReactNode;
};

/** What follows the last item of a list: the way to more, the failure of it with a second try, or its end. */
export function ListEnd({ list, more, failed, children }: Props) {
  if (list.state === 'failed') {
    return (
      <ErrorState title={failed} onRetry={list.loadMore}>
        {list.problem}
      </ErrorState>
    );
  }
  if (!list.hasMore) return <EndOfList>{children}</EndOfList>;
  return (
    <div className="grid justify-items-center py-10">
      <Button pending={list.state === 'loading'} onClick={list.loadMore}>
        {more}
      </Button>
    </div>
  );
}
