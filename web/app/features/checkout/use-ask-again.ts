import { useEffect, useEffectEvent } from 'react';

const ASK_EVERY_MS = 2_000;

/** Asks how something stands, while it is being checked. What fails is asked again: it continues without this page. */
export function useAskAgain(isChecking: boolean, ask: () => Promise<void>): void {
  const asking = useEffectEvent(() => ask().catch(() => undefined));
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void asking(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isChecking]);
}
