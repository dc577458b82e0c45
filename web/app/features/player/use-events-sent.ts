import { useEffect, useState } from 'react';
import { hasWaitingEvents } from './has-waiting-events.ts';

/**
 * True once what earlier visits could not report is sent, or could not be sent now either: the viewer was offline, or left
 * the page before it was sent. Where the viewer stopped is asked for after that [WAT-17].
 */
export function useEventsSent(): boolean {
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!hasWaitingEvents(localStorage)) return setSent(true);
    import('./waiting-events.ts')
      .then(({ sendWaitingEvents }) => sendWaitingEvents())
      .catch(() => {})
      .finally(() => setSent(true));
  }, []);
  return sent;
}
