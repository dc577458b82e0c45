import { PremiereService } from '@marquee/contracts/film/v1/premiere_pb';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { client } from '../../api/browser/client.ts';
import { useCurrentUser } from '../../layout/current-user.ts';
import { useTopic } from '../../realtime/use-topic.ts';
import { PremiereRoom, type RoomCalls, type RoomState } from './premiere-room.ts';
import { type PremiereFacts, type PremiereStep, stepAt } from './premiere-step.ts';

// Made when they are called: a page that is rendered on the server calls nothing.
const calls: RoomCalls = {
  getPremiere: (request) => client(PremiereService).getPremiere(request),
  getServerTime: (request) => client(PremiereService).getServerTime(request),
  attendPremiere: (request) => client(PremiereService).attendPremiere(request),
};

/** So often the page looks at the clock: a second on the countdown never shows for two. */
const TICK_MS = 250;

export type Premiere = RoomState & {
  room: PremiereRoom;
  /** The time on the server's clock; undefined before the page has hydrated. */
  now: number | undefined;
  step: PremiereStep | undefined;
};

/** A premiere for as long as its page is open. */
export function usePremiere(filmId: string, known: PremiereFacts | undefined): Premiere {
  const { state: who } = useCurrentUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page knew at first is where its room begins.
  const room = useMemo(() => new PremiereRoom({ filmId, calls, isSignedIn: who === 'account', known }), [filmId, who]);
  useEffect(() => {
    if (who === 'unknown') return;
    void room.open();
    return () => room.close();
  }, [room, who]);
  useTopic(who === 'account' ? `premiere:${filmId}` : null, undefined, room.hear);
  const state = useSyncExternalStore(room.store.subscribe, room.store.get, room.store.get);
  const now = useNow(room, state.premiere !== undefined);
  const step = state.premiere && now !== undefined ? stepAt(state.premiere, now) : undefined;
  return { ...state, room, now, step };
}

/** The server's clock, after hydration. */
function useNow({ clock }: PremiereRoom, wanted: boolean): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    if (!wanted) return;
    setNow(clock.now());
    const timer = setInterval(() => setNow(clock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [wanted, clock]);
  return now;
}
