import { useCallback, useEffect, useRef, useState } from 'react';
import { sessionRenewed } from '../../api/browser/session-events.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

const PAUSE_MS = 800;

/**
 * Saves changes after a pause in typing, one save at a time. A failed save is repeated with the next change, by `retry`,
 * and by itself once the network is back or the person has signed in again. Closing the page with unsaved changes asks
 * first.
 */
export function useAutosave<Change extends object>(save: (changes: Change) => Promise<void>) {
  const [state, setState] = useState<SaveState>('saved');
  const waiting = useRef<Partial<Change>>({});
  const running = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestSave = useRef(save);
  latestSave.current = save;

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    if (running.current || Object.keys(waiting.current).length === 0) return;
    running.current = true;
    const sent = waiting.current;
    waiting.current = {};
    setState('saving');
    try {
      await latestSave.current(sent as Change);
      running.current = false;
      if (Object.keys(waiting.current).length > 0) void flush();
      else setState('saved');
    } catch {
      running.current = false;
      waiting.current = { ...sent, ...waiting.current };
      setState('failed');
    }
  }, []);

  const change = useCallback(
    (changes: Partial<Change>) => {
      if (Object.keys(changes).length === 0) return;
      Object.assign(waiting.current, changes);
      setState('waiting');
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    },
    [flush],
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (running.current || Object.keys(waiting.current).length > 0) event.preventDefault();
    };
    const again = () => void flush();
    const mended = ['online', sessionRenewed];
    window.addEventListener('beforeunload', ask);
    for (const event of mended) window.addEventListener(event, again);
    return () => {
      window.removeEventListener('beforeunload', ask);
      for (const event of mended) window.removeEventListener(event, again);
      // A navigation inside the site saves what is left.
      void flush();
    };
  }, [flush]);

  return { state, change, retry: flush };
}
