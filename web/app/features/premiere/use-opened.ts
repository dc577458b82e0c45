import { useEffect, useRef } from 'react';
import { isTransient } from '../player/problem.ts';
import { OPENS_BEFORE_MS, opensInMs } from './premiere-step.ts';
import type { Premiere } from './use-premiere.ts';

/**
 * Opens the film of a premiere for who waits in its lobby, in the last minutes before it starts and each at a time of their
 * own: at the start the film begins without a question to the server, however many are there [WAT-13:premiere].
 */
export function useOpened(filmId: string, premiere: Premiere, isAdmitted: boolean): void {
  const latest = useRef(premiere);
  latest.current = premiere;
  const { premiere: facts, step, now } = premiere;
  const startsAt = facts?.startsAt ?? 0;
  const isSoon =
    isAdmitted && step === 'lobby' && facts?.filmReady === true && startsAt - (now ?? 0) <= OPENS_BEFORE_MS;
  useEffect(() => {
    if (!isSoon) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const open = async () => {
      const { openFilm } = await import('./premiere-stage.tsx');
      return openFilm(filmId);
    };
    const plan = () => {
      const { room, here = 0 } = latest.current;
      const inMs = opensInMs(startsAt - room.clock.now(), here);
      if (isLeft || inMs === undefined) return;
      timer = setTimeout(() => {
        const opened = open();
        room.keepOpened(startsAt, opened);
        // Where nothing answered it is tried again, as long as there is time: not by everybody at the start.
        opened.catch((cause: unknown) => isTransient(cause) && plan());
      }, inMs);
    };
    plan();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [filmId, startsAt, isSoon]);
}
