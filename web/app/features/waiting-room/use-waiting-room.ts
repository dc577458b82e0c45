import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type EnterWaitingRoomResponse,
  RoomState,
  WaitingRoomService,
} from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { TICKET_MESSAGES } from '@marquee/rules/tickets';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { forgetPlace, keepPlace, readPlace } from './kept-place.ts';

export type WaitingRoomView = {
  /** Undefined before the viewer has entered. */
  answer: EnterWaitingRoomResponse | undefined;
  /** When the page asks again, in ms of the browser's clock; undefined while it does not. */
  asksAt: number | undefined;
  /** How far the server's clock is before the browser's, in ms. */
  aheadMs: number;
  error: string;
  /** An answer is on its way that somebody waits for. */
  pending: boolean;
  /** It takes longer than the answer before said. */
  slower: boolean;
  enter(again?: boolean): void;
  leave(): void;
};

/** After a failed request; twice as long after each further one, up to a minute. */
const RETRY_MS = 4_000;
const RETRY_MS_MAX = 60_000;
/** An estimate that grows by this much is said to have grown. */
const SLOWER_S = 60;

/** The viewer's place in front of a sale: enters once it is asked to, asks again as often as the server says. */
export function useWaitingRoom(eventId: string): WaitingRoomView {
  const [answer, setAnswer] = useState<EnterWaitingRoomResponse>();
  const [aheadMs, setAheadMs] = useState(0);
  const [asksAt, setAsksAt] = useState<number>();
  const [error, setError] = useState('');
  const [pending, during] = usePending();
  const [slower, setSlower] = useState(false);
  const failures = useRef(0);
  const estimate = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const ask = useCallback(
    async (again: boolean): Promise<void> => {
      clearTimeout(timer.current);
      const next = (ms: number) => {
        timer.current = setTimeout(() => void ask(false), ms);
        setAsksAt(Date.now() + ms);
      };
      try {
        const receipt = readPlace(eventId) ?? '';
        const got = await client(WaitingRoomService).enterWaitingRoom({ eventId, receipt, again });
        failures.current = 0;
        setError('');
        if (got.receipt) keepPlace(eventId, got.receipt);
        if (got.now) setAheadMs(timestampDate(got.now).getTime() - Date.now());
        if (got.estimateSeconds !== undefined) {
          setSlower(estimate.current !== undefined && got.estimateSeconds > estimate.current + SLOWER_S);
          estimate.current = got.estimateSeconds;
        }
        setAnswer(got);
        if (got.askAgainMs > 0) next(got.askAgainMs);
      } catch (cause) {
        failures.current += 1;
        setError(messageOf(cause, _(TICKET_MESSAGES.queueUnavailable)));
        if (refusalOf(cause).reason !== 'SIGN_IN_NEEDED') {
          next(Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** (failures.current - 1)));
        }
      }
    },
    [eventId],
  );

  // Who reloads the page is still in it, and so is who was offline: their turn may have come.
  useEffect(() => {
    const askIfIn = () => {
      if (readPlace(eventId) !== undefined) void ask(false);
    };
    askIfIn();
    window.addEventListener('online', askIfIn);
    return () => {
      window.removeEventListener('online', askIfIn);
      clearTimeout(timer.current);
    };
  }, [eventId, ask]);

  return {
    ...{ answer, asksAt, aheadMs, error, pending, slower },
    enter(again = false) {
      keepPlace(eventId, readPlace(eventId) ?? '');
      void during(() => ask(again));
    },
    leave() {
      clearTimeout(timer.current);
      void during(async () => {
        try {
          await client(WaitingRoomService).leaveWaitingRoom({ eventId });
          forgetPlace(eventId);
          setAnswer(undefined);
          setError('');
        } catch (cause) {
          setError(messageOf(cause, _(TICKET_MESSAGES.queueUnavailable)));
        }
      });
    },
  };
}

/** Whether the viewer may buy now. */
export const mayBuy = (answer: EnterWaitingRoomResponse | undefined): boolean =>
  answer?.state === RoomState.ADMITTED || answer?.state === RoomState.NONE;
