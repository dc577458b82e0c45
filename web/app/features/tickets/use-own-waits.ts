import type { TicketWait } from '@marquee/contracts/festival/v1/waiting_list_pb';
import { WaitingListService } from '@marquee/contracts/festival/v1/waiting_list_pb';
import { useEffect, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { sessionHint } from '../../api/browser/page-account.ts';

/** The viewer's places by ticket type. The page is the same for everybody, so that they are asked for by the browser. */
export type OwnWaits = {
  of(ticketTypeId: string): TicketWait | undefined;
  set(ticketTypeId: string, wait: TicketWait | undefined): void;
  /** Asks again, after something was bought. */
  reload(): void;
};

/** Nothing is asked while nothing is sold out, or nobody is signed in. */
export function useOwnWaits(eventId: string, isAsked: boolean): OwnWaits {
  const [waits, setWaits] = useState<ReadonlyMap<string, TicketWait>>(new Map());
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    if (!isAsked || sessionHint() === '') return;
    const leaving = new AbortController();
    client(WaitingListService)
      .listOwnWaits({ eventId }, { signal: leaving.signal })
      .then(({ waits: found }) => setWaits(new Map(found.map((wait) => [wait.ticketTypeId, wait]))))
      // The list can be joined all the same, which answers with the place that there is.
      .catch(() => {});
    return () => leaving.abort();
  }, [eventId, isAsked, round]);
  return {
    of: (ticketTypeId) => waits.get(ticketTypeId),
    set: (ticketTypeId, wait) =>
      setWaits((before) => {
        const after = new Map(before);
        if (wait) after.set(ticketTypeId, wait);
        else after.delete(ticketTypeId);
        return after;
      }),
    reload: () => setRound((n) => n + 1),
  };
}
