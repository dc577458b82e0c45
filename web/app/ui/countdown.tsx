import { useEffect, useState } from 'react';
import { _ } from '../language/words.ts';

/** How long it is until something, in the units that are left. */
export function Countdown({ ms }: { ms: number }) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = parts.slice(first < 0 ? 3 : first);
  return (
    <span className="tabular text-ink-muted" role="timer">
      {_('in {time}', { time: shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ') })}
    </span>
  );
}

/** The clock of the browser, once a second, after hydration. */
export function useNow(wanted: boolean): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    if (!wanted) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [wanted]);
  return now;
}
