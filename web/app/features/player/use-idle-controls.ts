import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const HIDE_AFTER_MS = 2_800;

/** Controls appear on any input and hide while a film plays without input. */
export function useIdleControls(frame: RefObject<HTMLElement | null>, mayHide: boolean) {
  const [awake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wake = useCallback(() => {
    setAwake(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAwake(false), HIDE_AFTER_MS);
  }, []);
  const sleep = useCallback(() => {
    clearTimeout(timer.current);
    setAwake(false);
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') wake();
    };
    const onLeave = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') sleep();
    };
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    element.addEventListener('keydown', wake, { signal });
    element.addEventListener('focusin', wake, { signal });
    wake();
    return () => {
      clearTimeout(timer.current);
      ended.abort();
    };
  }, [frame, wake, sleep]);

  return { shown: awake || !mayHide, wake, sleep };
}
