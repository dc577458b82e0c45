import type { Receipt } from '@marquee/contracts/film/v1/receipts_pb';
import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { More } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { type Loaded, mergeReceipts } from './merged-receipts.ts';
import { PAGES, type Seller } from './sellers.ts';

const PAGE_SIZE = 24;
const ALL: readonly Seller[] = ['films', 'plans', 'tickets'];
const NONE: Record<Seller, Loaded> = { films: undefined, plans: undefined, tickets: undefined };

/** All receipts of the viewer as one list, the newest first, page by page. */
export function useReceipts(): More<Receipt> & { isOpening: boolean; unreached: Seller[]; askAgain: () => void } {
  const [lists, setLists] = useState(NONE);
  const [state, setState] = useState<More<Receipt>['state']>('loading');
  const [problem, setProblem] = useState('');
  /** Whose first page could not be loaded. */
  const [unreached, setUnreached] = useState<Seller[]>([]);
  const { receipts, missing, hasMore } = mergeReceipts(lists, unreached);

  const load = useCallback(async (known: Record<Seller, Loaded>, sellers: readonly Seller[]) => {
    setState('loading');
    const answers = await Promise.allSettled(
      sellers.map(async (seller) => {
        const page = await PAGES[seller]({ pageSize: PAGE_SIZE, cursor: known[seller]?.nextCursor ?? '' });
        return { [seller]: { ...page, receipts: [...(known[seller]?.receipts ?? []), ...page.receipts] } };
      }),
    );
    // What has answered stays: only the others are asked again.
    const next: Record<Seller, Loaded> = Object.assign(
      { ...known },
      ...answers.map((one) => (one.status === 'fulfilled' ? one.value : {})),
    );
    setLists(next);
    const unknown = ALL.filter((seller) => !next[seller]);
    setUnreached(unknown);
    const failed = answers.find((one) => one.status === 'rejected');
    if (failed) setProblem(messageOf(failed.reason, _('Check your network and try again.')));
    // The list continues without those of whom nothing is known, as far as the others have something to show.
    const stops = answers.some(({ status }, at) => status === 'rejected' && next[sellers[at] as Seller]);
    const isEmpty = mergeReceipts(next, unknown).receipts.length === 0;
    setState(stops || (failed && isEmpty) ? 'failed' : 'idle');
  }, []);
  useEffect(() => void load(NONE, ALL), [load]);

  // Without any receipt it is not known whether there are none, as long as a seller was not reached.
  const isOpening = receipts.length === 0 && (hasMore || unreached.length > 0);
  return {
    ...{ items: receipts, hasMore, state, problem, isOpening, unreached },
    loadMore: () => void load(lists, missing),
    askAgain: () => void load(lists, unreached),
  };
}
