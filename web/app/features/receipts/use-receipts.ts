import type { Receipt } from '@marquee/contracts/film/v1/receipts_pb';
import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { More } from '../../data/use-more.ts';
import { _ } from '../../language/words.ts';
import { type Loaded, mergeReceipts } from './merged-receipts.ts';
import { PAGES, type Seller } from './sellers.ts';

const PAGE_SIZE = 24;
const NONE: Record<Seller, Loaded> = { films: undefined, plans: undefined, tickets: undefined };

/** All receipts of the viewer as one list, the newest first, page by page. */
export function useReceipts(): More<Receipt> & { isOpening: boolean } {
  const [lists, setLists] = useState(NONE);
  const [state, setState] = useState<More<Receipt>['state']>('loading');
  const [problem, setProblem] = useState('');
  const { receipts, missing, hasMore } = mergeReceipts(lists);

  const load = useCallback(async (known: Record<Seller, Loaded>, sellers: readonly Seller[]) => {
    setState('loading');
    const answers = await Promise.allSettled(
      sellers.map(async (seller) => {
        const page = await PAGES[seller]({ pageSize: PAGE_SIZE, cursor: known[seller]?.nextCursor ?? '' });
        return { [seller]: { ...page, receipts: [...(known[seller]?.receipts ?? []), ...page.receipts] } };
      }),
    );
    // What has answered stays: only the others are asked again.
    setLists(Object.assign({ ...known }, ...answers.map((one) => (one.status === 'fulfilled' ? one.value : {}))));
    const failed = answers.find((one) => one.status === 'rejected');
    if (failed) setProblem(messageOf(failed.reason, _('Check your network and try again.')));
    setState(failed ? 'failed' : 'idle');
  }, []);
  useEffect(() => void load(NONE, ['films', 'plans', 'tickets']), [load]);

  const isOpening = receipts.length === 0 && hasMore;
  return { items: receipts, hasMore, state, problem, isOpening, loadMore: () => void load(lists, missing) };
}
